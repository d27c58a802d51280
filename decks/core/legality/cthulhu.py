"""Judge of Call of Cthulhu decks: COC-01 to COC-12 and COC-15 of `docs/rules.md`; the other rules are not about decks.

If the catalogue has every card of every set, a title it lacks is not in the living card game. In an incomplete
catalogue, such a card is counted by its title, and a tournament verdict stays open.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from cards.core.facts import Catalogue
from cards.core.rulings import CardList, ListKind, RulingsBook
from cards.games.cthulhu.facts import FACTIONS, KEY, PREFIX, SET_NAMES, SET_SIZES
from common.text import fold, gettext_noop, nearest
from decks.core.legality.decklist import DeckList, Format, Play
from decks.core.legality.report import Finding, Report, Severity, Status, sorted_findings, status_of

MIN_CARDS = 50  # COC-01
MAX_COPIES = 3  # COC-02
MIN_RESOURCE_CARDS = 12  # a faction with fewer cards than this can hardly pay for its loyal and steadfast cards
MAX_CARDS_IN_SENTENCE = 6  # cards that a sentence names
MISTYPED_SIMILARITY = 0.85  # so similar to a title that it is surely meant
_LEADING_ARTICLE = re.compile(r"^(?:the|a|an) ")
_ISO_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


@dataclass(frozen=True, slots=True)
class CountedCard:
    """A card of the list: its code and copies, the title it is counted by, and its facts if it has any."""

    code: str
    copies: int
    title: str
    facts: Any  # CthulhuFacts, or None for a card that the catalogue lacks

    @property
    def name(self) -> str:
        return self.facts.label if self.facts else self.code.removeprefix(PREFIX)


@dataclass(frozen=True, slots=True)
class _CthulhuCase:
    deck: DeckList
    cards: tuple[CountedCard, ...]
    lists: tuple[CardList, ...]
    version: str
    book: RulingsBook
    catalogue: Catalogue
    limited: frozenset[str]  # codes whose own copy limit was removed by errata

    @property
    def is_tournament(self) -> bool:
        return self.deck.format is Format.TOURNAMENT

    @property
    def size(self) -> int:
        return sum(card.copies for card in self.cards)


def title_of(code: str, facts: Any) -> str:
    """Return the title a card is counted under: without subtitle (COC-02), as corrected by errata (COC-10).

    A title that is in no set keeps its commas.

    >>> title_of("CoC Broken Space, Broken Time", None)
    'Broken Space, Broken Time'
    """
    return str(facts.name) if facts else code.removeprefix(PREFIX)


def title_for_comparison(title: str) -> str:
    """Return a title in the form in which titles are compared (K-20)."""
    return _LEADING_ARTICLE.sub("", fold(title))


def judge_cthulhu(deck: DeckList, catalogue: Catalogue, book: RulingsBook | None = None) -> Report:
    """Judge a deck of this game; `book` has its lists and errata."""
    book = book or RulingsBook()
    known: Mapping[str, Any] = catalogue.by_code if catalogue.cards and catalogue.cards[0].game == KEY else {}
    cards = tuple(
        CountedCard(code, copies, title_of(code, known.get(code)), known.get(code))
        for code, copies in deck.copies_by_code.items()
    )
    lists, version = card_lists(book, deck.list_version)
    limited = frozenset(
        erratum.card for erratum in book.errata if erratum.game == KEY and "deck-limit" in erratum.kinds
    )
    case = _CthulhuCase(deck, cards, lists, version, book, catalogue, limited)
    findings = sorted_findings([finding for rule in CTHULHU_RULES for finding in rule(case)])
    if deck.play is Play.STRICT and status_of(findings) is Status.ILLEGAL:
        template = gettext_noop("In strict play, an illegal deck forfeits the game.")
        findings = sorted_findings([*findings, Finding("DECK-22", Severity.WARNING, template)])
    return Report(status_of(findings), case.size, MIN_CARDS, None, None, (), findings, version, at_least=True)


@lru_cache(maxsize=8)
def is_complete_catalogue(catalogue: Catalogue) -> bool:
    """Return whether the catalogue has every card of every set of the living card game."""
    printings = (printing for card in catalogue if card.game == KEY for printing in getattr(card, "printings", ()))
    printed = Counter(printing.set for printing in printings if printing.key)
    return all(printed[name] >= size for name, (_kind, size) in SET_SIZES.items())


def card_lists(book: RulingsBook, version: str) -> tuple[tuple[CardList, ...], str]:
    """Return the lists that judge a deck, and their version (COC-15): by name, by date ("2015-06-01"), or current."""
    ours = [card_list for card_list in book.lists if card_list.game == KEY]
    if _ISO_DATE.fullmatch(version):
        issued = [card_list for card_list in ours if card_list.issued and card_list.issued <= version]
        day = max((card_list.issued for card_list in issued), default="")
        in_force = tuple(card_list for card_list in issued if card_list.issued == day)
        return in_force, next(
            (card_list.version for card_list in in_force if card_list.kind is ListKind.RESTRICTED), version
        )
    if version:
        card_lists = [entry for entry in ours if entry.version in (version, f"{version}-{entry.kind.value}")]
        return tuple(card_lists), version
    now = tuple(card_list for card_list in ours if card_list.current)
    restricted = next((card_list.version for card_list in now if card_list.kind is ListKind.RESTRICTED), "")
    return now, restricted


def coc_01_size(case: _CthulhuCase) -> Iterator[Finding]:
    """COC-01: at least 50 cards, no maximum."""
    if case.size < MIN_CARDS:
        template = gettext_noop("The deck has %(have)d cards and must have at least %(allowed)d.")
        params = {"have": case.size, "allowed": MIN_CARDS}
        yield Finding("COC-01", Severity.ERROR, template, params, have=case.size, allowed=MIN_CARDS)


def coc_02_copies(case: _CthulhuCase) -> Iterator[Finding]:
    """COC-02, COC-03, COC-09, COC-10: at most three copies of a title, whatever the subtitles."""
    titles: dict[str, list[CountedCard]] = {}
    for card in case.cards:
        titles.setdefault(title_for_comparison(card.title), []).append(card)
    for cards in titles.values():
        have = sum(card.copies for card in cards)
        if have <= MAX_COPIES:
            continue
        template = gettext_noop("%(have)d cards are called “%(title)s”; you can have %(allowed)d with the same title.")
        code = "COC-02"
        if any(card.code in case.limited for card in cards):
            template = gettext_noop(
                "%(have)d cards are called “%(title)s”. Errata removed the card’s own limit, so you can have "
                "%(allowed)d."
            )
            code = "COC-09"
        elif any(card.facts and card.facts.type == "conspiracy" for card in cards):
            template = gettext_noop(
                "%(have)d conspiracies are called “%(title)s”; you can have %(allowed)d with the same title."
            )
            code = "COC-03"
        params = {"have": have, "title": cards[0].title[:80], "allowed": MAX_COPIES}
        codes = tuple(card.code for card in cards)
        yield Finding(code, Severity.ERROR, template, params, codes, have=have, allowed=MAX_COPIES)


def coc_04_stories(case: _CthulhuCase) -> Iterator[Finding]:
    """COC-04: story cards belong in the story deck."""
    for card in case.cards:
        if card.facts and card.facts.type == "story":
            template = gettext_noop("%(card)s is a story card. It belongs in the story deck, never in a player’s deck.")
            params = {"card": card.name}
            yield Finding("COC-04", Severity.ERROR, template, params, (card.code,), have=card.copies, allowed=0)


def coc_07_restricted(case: _CthulhuCase) -> Iterator[Finding]:
    """COC-07: at tournaments, cards of only one restricted entry."""
    on = _cards_on_lists(case, ListKind.RESTRICTED)
    if case.is_tournament and len(on) > 1:
        template = gettext_noop(
            "The deck uses %(have)d entries from restricted list %(version)s; you can use only one: %(cards)s."
        )
        params = {"have": len(on), "version": case.version, "cards": ", ".join(card.name for card in on)}
        codes = tuple(card.code for card in on)
        yield Finding("COC-07", Severity.ERROR, template, params, codes, have=len(on), allowed=1)


def coc_08_banned(case: _CthulhuCase) -> Iterator[Finding]:
    """COC-08: no banned card at tournaments; the current list bans none."""
    if case.is_tournament:
        for card in _cards_on_lists(case, ListKind.BANNED):
            template = gettext_noop("%(card)s is banned by list %(version)s.")
            params = {"card": card.name, "version": case.version}
            yield Finding("COC-08", Severity.ERROR, template, params, (card.code,), have=card.copies, allowed=0)


def _cards_on_lists(case: _CthulhuCase, kind: ListKind) -> list[CountedCard]:
    """Return the deck’s cards on lists of a kind; entries name the printing, because titles recur (K-11)."""
    entries = [entry for card_list in case.lists if card_list.kind is kind for entry in card_list.entries]
    codes = {entry.card for entry in entries}
    titles = {title_for_comparison(entry.printed) for entry in entries}
    return [
        card
        for card in case.cards
        if card.code in codes or (card.facts is None and title_for_comparison(card.code.removeprefix(PREFIX)) in titles)
    ]


def coc_12_reprinted(case: _CthulhuCase) -> Iterator[Finding]:
    """COC-12: at tournaments, no card of the collectible game that was not reprinted."""
    if case.is_tournament:
        for card in case.cards:
            if card.facts and card.facts.set and card.facts.set not in SET_NAMES:
                template = gettext_noop("%(card)s is from %(set)s, which isn’t a Living Card Game set.")
                params = {"card": card.name, "set": card.facts.set}
                yield Finding("COC-12", Severity.ERROR, template, params, (card.code,), have=card.copies, allowed=0)


def coc_12_unknown(case: _CthulhuCase) -> Iterator[Finding]:
    """COC-12: an unknown title leaves the verdict open, as it may be mistyped or from the collectible game.

    At tournaments, a complete catalogue proves that it isn’t in the living card game, unless a title is very similar.
    """
    strange = [card for card in case.cards if card.facts is None]
    near = {card.code: _nearest_title(card.name, case.catalogue) for card in strange[:MAX_CARDS_IN_SENTENCE]}
    out = case.is_tournament and is_complete_catalogue(case.catalogue)
    none = [card for card in strange if out and not (near.get(card.code) or ("", False))[1]]
    open_ = [card for card in strange if card not in none]
    if none:
        template = gettext_noop("Not part of the Living Card Game: %(cards)s.")
        yield _unknown_cards_finding(Severity.ERROR, template, none, near)
    if open_:
        yield _unknown_cards_finding(Severity.UNKNOWN, gettext_noop("No card has this name: %(cards)s."), open_, near)


def _unknown_cards_finding(
    severity: Severity, template: str, cards: Sequence[CountedCard], near: Mapping[str, tuple[str, bool]]
) -> Finding:
    labels = [
        f"{card.name[:60]} ({near[card.code][0]}?)" if near.get(card.code, ("",))[0] else card.name for card in cards
    ]
    codes = tuple(card.code for card in cards)
    return Finding(
        "COC-12", severity, template, {"cards": _format_name_list(labels)}, codes, have=len(cards), allowed=0
    )


def _nearest_title(name: str, catalogue: Catalogue) -> tuple[str, bool]:
    """Return the title nearest to an unknown title, and whether it is surely meant."""
    titles = [title for title in catalogue.suggest_names(name, limit=3) if not title.startswith(PREFIX)]
    return (titles[0], bool(nearest(name, titles[:1], cutoff=MISTYPED_SIMILARITY))) if titles else ("", False)


def _format_name_list(names: Sequence[str]) -> str:
    return ", ".join(names[:MAX_CARDS_IN_SENTENCE]) + (" …" if len(names) > MAX_CARDS_IN_SENTENCE else "")


def coc_15_list(case: _CthulhuCase) -> Iterator[Finding]:
    """COC-15: the named list must be known; if only one list is, a tournament deck gets a note."""
    known_card_lists = [
        card_list for card_list in case.book.lists if card_list.game == KEY and card_list.kind is ListKind.RESTRICTED
    ]
    if case.is_tournament and case.lists and len(known_card_lists) == 1:
        template = gettext_noop("Checked against restricted list %(version)s, the only version whose cards we know.")
        yield Finding("COC-15", Severity.INFO, template, {"version": case.version})
    if case.deck.list_version and not case.lists:
        severity = Severity.UNKNOWN if case.is_tournament else Severity.WARNING
        template = gettext_noop("We don’t have restricted list %(version)s.")
        yield Finding("COC-15", severity, template, {"version": case.deck.list_version[:20]})


def coc_05_advice(case: _CthulhuCase) -> Iterator[Finding]:
    """COC-05, COC-06: factions, loyalty and uniqueness limit play, not the deck."""
    unique = [card for card in case.cards if card.facts and card.facts.unique and card.copies > 1]
    if unique:
        template = gettext_noop(
            "Unique, so only one of each can be in play, although the deck can have more: %(cards)s."
        )
        params = {"cards": ", ".join(card.name for card in unique)}
        yield Finding("COC-06", Severity.INFO, template, params, tuple(card.code for card in unique))


def coc_05_factions(case: _CthulhuCase) -> Iterator[Finding]:
    """COC-05: which factions the deck mixes, what its cards cost, and what can pay for loyal and steadfast cards."""
    known = [card for card in case.cards if card.facts and card.facts.playable]
    if not known:
        return
    mix = Counter[str]()
    for card in known:
        mix[card.facts.people] += card.copies
    named = ", ".join(f"{faction} {mix[faction]}" for faction in FACTIONS if mix[faction])
    yield Finding("COC-05", Severity.INFO, gettext_noop("Cards by faction, each a resource: %(mix)s."), {"mix": named})
    costs = Counter[str]()
    for card in known:
        costs[card.facts.cost or "-"] += card.copies
    curve = ", ".join(f"{cost}: {costs[cost]}" for cost in sorted(costs, key=lambda cost: (len(cost), cost)))
    yield Finding("COC-05", Severity.INFO, gettext_noop("Cards by cost: %(curve)s."), {"curve": curve})
    wanting = [card for card in known if _is_hard_to_pay(card, mix)]
    if wanting:
        template = gettext_noop(
            "Loyal or steadfast, but few cards in the deck give resources of their faction: %(cards)s."
        )
        codes = tuple(card.code for card in wanting)
        yield Finding(
            "COC-05", Severity.INFO, template, {"cards": _format_name_list([card.name for card in wanting])}, codes
        )


def _is_hard_to_pay(card: CountedCard, mix: Mapping[str, int]) -> bool:
    facts = card.facts
    factions = {facts.people} if facts.loyal else set()
    if facts.steadfast:
        factions.add(facts.steadfast[0])
    return any(mix.get(faction, 0) < MIN_RESOURCE_CARDS for faction in factions)


def coc_10_title(case: _CthulhuCase) -> Iterator[Finding]:
    """COC-10: a title that errata have corrected."""
    cards = {card.code: card for card in case.cards}
    for erratum in case.book.errata:
        if erratum.game == KEY and "title" in erratum.kinds and erratum.card in cards:
            template = gettext_noop("%(card)s: title as corrected by %(id)s in %(source)s.")
            params = {"card": cards[erratum.card].name, "id": erratum.id, "source": erratum.source}
            yield Finding("COC-10", Severity.INFO, template, params, (erratum.card,))


CTHULHU_RULES: tuple[Callable[[_CthulhuCase], Iterator[Finding]], ...] = (
    coc_01_size,
    coc_02_copies,
    coc_04_stories,
    coc_05_advice,
    coc_05_factions,
    coc_10_title,
    coc_07_restricted,
    coc_08_banned,
    coc_12_reprinted,
    coc_12_unknown,
    coc_15_list,
)
