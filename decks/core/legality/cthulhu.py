"""Decks of Call of Cthulhu: COC-01 to COC-12 and COC-15 of `docs/rules.md`; COC-13, COC-14, COC-16 and COC-17 are not
about decks.

Few cards of the game are in the catalogue. A card it does not have still counts by its title; only where a fact nobody
knows would decide, the verdict stays open.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from cards.core.facts import Catalogue
from cards.core.rulings import Book, CardList, ListKind
from cards.games.cthulhu.facts import SETS
from common.text import fold, gettext_noop
from decks.core.legality.deck import DeckList, Format, Play
from decks.core.legality.report import Finding, Report, Severity, Status, in_order, status_of

GAME = "cthulhu"
SMALLEST = 50  # COC-01
COPIES = 3  # COC-02
PREFIX = "CoC "  # every code is this and the full title
_ARTICLE = re.compile(r"^(?:the|a|an) ")


@dataclass(frozen=True, slots=True)
class Held:
    """One card of the list: its code and copies, the title it is counted under, and its facts if it has any."""

    code: str
    copies: int
    title: str
    facts: Any  # CthulhuFacts, or None for a card the catalogue does not have

    @property
    def name(self) -> str:
        """The full title."""
        return self.facts.label if self.facts else self.code.removeprefix(PREFIX)


@dataclass(frozen=True, slots=True)
class _Case:
    deck: DeckList
    held: tuple[Held, ...]
    lists: tuple[CardList, ...]
    version: str
    limited: frozenset[str]  # codes whose own copy limit errata took away

    @property
    def tournament(self) -> bool:
        return self.deck.format is Format.TOURNAMENT

    @property
    def size(self) -> int:
        return sum(card.copies for card in self.held)


def title_of(code: str, facts: Any) -> str:
    """The title a card is counted under: without subtitle (COC-02), as corrected by errata (COC-10).

    >>> title_of("CoC Julia Brown, Insomniac", None)
    'Julia Brown'
    """
    return str(facts.name) if facts else code.removeprefix(PREFIX).split(", ")[0]


def bare(title: str) -> str:
    """A title as it is compared (K-20)."""
    return _ARTICLE.sub("", fold(title))


def judge(deck: DeckList, catalogue: Catalogue, book: Book | None = None) -> Report:
    """Judge a deck of this game; `book` has its lists and errata."""
    book = book or Book()
    known: dict[str, Any] = dict(catalogue.by_code) if _is_ours(catalogue) else {}
    copies: dict[str, int] = {}
    for entry in deck.entries:
        copies[entry.code] = copies.get(entry.code, 0) + entry.copies
    held = tuple(Held(code, n, title_of(code, known.get(code)), known.get(code)) for code, n in copies.items())
    lists, version = lists_of(book, deck.list_version)
    limited = frozenset(one.card for one in book.errata if one.game == GAME and "deck-limit" in one.kinds)
    case = _Case(deck, held, lists, version, limited)
    found = [finding for rule in RULES for finding in rule(case)]
    findings = in_order(found)
    if deck.play is Play.STRICT and status_of(findings) is Status.ILLEGAL:
        template = gettext_noop("In strict play an illegal deck loses the game.")
        findings = in_order([*findings, Finding("DECK-22", Severity.WARNING, template)])
    return Report(status_of(findings), case.size, SMALLEST, None, None, (), findings, version)


def _is_ours(catalogue: Catalogue) -> bool:
    return any(card.game == GAME for card in catalogue.cards[:1])


def lists_of(book: Book, version: str) -> tuple[tuple[CardList, ...], str]:
    """The lists a deck is judged by and their version (COC-15): those named, else those in force."""
    ours = [one for one in book.lists if one.game == GAME]
    if version:
        return tuple(one for one in ours if _of_version(one, version)), version
    now = tuple(one for one in ours if one.current)
    restricted = next((one.version for one in now if one.kind is ListKind.RESTRICTED), "")
    return now, restricted


def _of_version(one: CardList, version: str) -> bool:
    return one.version == version or one.version == f"{version}-{one.kind.value}"


def coc_01_size(case: _Case) -> Iterator[Finding]:
    """COC-01: at least 50 cards, no maximum."""
    if case.size < SMALLEST:
        template = gettext_noop("The deck has %(have)d cards; at least %(allowed)d are required.")
        params = {"have": case.size, "allowed": SMALLEST}
        yield Finding("COC-01", Severity.ERROR, template, params, have=case.size, allowed=SMALLEST)


def coc_02_copies(case: _Case) -> Iterator[Finding]:
    """COC-02, COC-03, COC-09, COC-10: at most three of a title, whatever the subtitles."""
    titles: dict[str, list[Held]] = {}
    for card in case.held:
        titles.setdefault(bare(card.title), []).append(card)
    for cards in titles.values():
        have = sum(card.copies for card in cards)
        if have <= COPIES:
            continue
        template = gettext_noop("%(have)d cards are called “%(title)s”; %(allowed)d of a title are allowed.")
        code = "COC-02"
        if any(card.code in case.limited for card in cards):
            template = gettext_noop(
                "%(have)d cards are called “%(title)s”; errata took away its own limit, so %(allowed)d are allowed."
            )
            code = "COC-09"
        elif any(card.facts and card.facts.type == "conspiracy" for card in cards):
            template = gettext_noop("%(have)d conspiracies are called “%(title)s”; %(allowed)d of a title are allowed.")
            code = "COC-03"
        params = {"have": have, "title": cards[0].title[:80], "allowed": COPIES}
        codes = tuple(card.code for card in cards)
        yield Finding(code, Severity.ERROR, template, params, codes, have=have, allowed=COPIES)


def coc_04_stories(case: _Case) -> Iterator[Finding]:
    """COC-04: story cards are in the story deck."""
    for card in case.held:
        if card.facts and card.facts.type == "story":
            template = gettext_noop("%(card)s is a story card: it belongs to the story deck, never to a player's deck.")
            params = {"card": card.name}
            yield Finding("COC-04", Severity.ERROR, template, params, (card.code,), have=card.copies, allowed=0)


def coc_07_restricted(case: _Case) -> Iterator[Finding]:
    """COC-07: at tournaments the cards of one restricted entry."""
    on = _listed(case, ListKind.RESTRICTED)
    if case.tournament and len(on) > 1:
        template = gettext_noop(
            "The deck uses %(have)d entries of the restricted list %(version)s, and one is allowed: %(cards)s."
        )
        params = {"have": len(on), "version": case.version, "cards": ", ".join(card.name for card in on)}
        codes = tuple(card.code for card in on)
        yield Finding("COC-07", Severity.ERROR, template, params, codes, have=len(on), allowed=1)


def coc_08_banned(case: _Case) -> Iterator[Finding]:
    """COC-08: no banned card at tournaments; the present list bans none."""
    for card in _listed(case, ListKind.BANNED) if case.tournament else ():
        template = gettext_noop("%(card)s is banned by the list %(version)s.")
        params = {"card": card.name, "version": case.version}
        yield Finding("COC-08", Severity.ERROR, template, params, (card.code,), have=card.copies, allowed=0)


def _listed(case: _Case, kind: ListKind) -> list[Held]:
    """The held cards on the lists of a kind; the entry says which printing, for titles and numbers recur (K-11)."""
    entries = [entry for one in case.lists if one.kind is kind for entry in one.entries]
    codes = {entry.card for entry in entries}
    titles = {bare(entry.printed) for entry in entries}
    return [
        card
        for card in case.held
        if card.code in codes or (card.facts is None and bare(card.code.removeprefix(PREFIX)) in titles)
    ]


def coc_12_reprinted(case: _Case) -> Iterator[Finding]:
    """COC-12: at tournaments no card of the collectible game that was not printed again."""
    strange = [card for card in case.held if card.facts is None]
    names = ", ".join(card.name[:60] for card in strange[:6]) + (" …" if len(strange) > 6 else "")
    codes = tuple(card.code for card in strange)
    if not case.tournament:
        if strange:
            template = gettext_noop("Not in our catalogue, so counted by title alone: %(cards)s.")
            yield Finding("COC-02", Severity.INFO, template, {"cards": names}, codes)
        return
    for card in case.held:
        if card.facts and card.facts.set and card.facts.set not in SETS:
            template = gettext_noop("%(card)s is of %(set)s, which is no set of the living card game.")
            params = {"card": card.name, "set": card.facts.set}
            yield Finding("COC-12", Severity.ERROR, template, params, (card.code,), have=card.copies, allowed=0)
    if strange:
        template = gettext_noop("Nobody here knows whether the living card game has these cards: %(cards)s.")
        yield Finding("COC-12", Severity.UNKNOWN, template, {"cards": names}, codes)


def coc_15_list(case: _Case) -> Iterator[Finding]:
    """COC-15: the list that was named must be one we have."""
    if case.deck.list_version and not case.lists:
        severity = Severity.UNKNOWN if case.tournament else Severity.WARNING
        template = gettext_noop("We do not have the restricted list %(version)s.")
        yield Finding("COC-15", severity, template, {"version": case.deck.list_version[:20]})


def coc_05_advice(case: _Case) -> Iterator[Finding]:
    """COC-05, COC-06: factions, loyalty and uniqueness limit play, not the deck."""
    unique = [card for card in case.held if card.facts and card.facts.unique and card.copies > 1]
    if unique:
        template = gettext_noop("Unique, so only one of each can be in play, though the deck may hold more: %(cards)s.")
        params = {"cards": ", ".join(card.name for card in unique)}
        yield Finding("COC-06", Severity.INFO, template, params, tuple(card.code for card in unique))


RULES: tuple[Callable[[_Case], Iterator[Finding]], ...] = (
    coc_01_size,
    coc_02_copies,
    coc_04_stories,
    coc_05_advice,
    coc_07_restricted,
    coc_08_banned,
    coc_12_reprinted,
    coc_15_list,
)
