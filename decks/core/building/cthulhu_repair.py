"""Repair of a Call of Cthulhu deck with the provably smallest number of cards taken out and put in; pure.

What must go is decided card by card (stories, banned cards, titles in no set, copies beyond three of a title). The only
choice is which restricted entry stays, and all of them are tried. Then the deck is filled up to 50 cards.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any

from cards.core.facts import Catalogue
from cards.core.rulings import ListKind, RulingsBook
from common.errors import Invalid
from common.text import gettext_noop
from decks.core.building.repair import ProposedDeck
from decks.core.legality import DeckList, Entry, Format, Status
from decks.core.legality.cthulhu import MAX_COPIES, MIN_CARDS, card_lists, judge_cthulhu, title_for_comparison, title_of


@dataclass(frozen=True, slots=True)
class _RepairLimits:
    """Limits of a repair: the cards of the catalogue and, at tournaments, the listed codes."""

    cards: Mapping[str, Any]
    restricted: frozenset[str]
    banned: frozenset[str]
    tournament: bool

    def is_forbidden(self, code: str) -> bool:
        card = self.cards.get(code)
        if card is None:
            return self.tournament
        return card.type == "story" or (self.tournament and code in self.banned)

    def title(self, code: str) -> str:
        return title_for_comparison(title_of(code, self.cards.get(code)))


def repair_cthulhu_deck(
    deck: DeckList, catalogue: Catalogue, book: RulingsBook | None, *, alternatives: int = 0
) -> list[ProposedDeck]:
    """Return the nearest legal decks, with equally near `alternatives`; raises `Invalid` for an unknown list."""
    law = _repair_limits(deck, catalogue, book or RulingsBook())
    copies = deck.copies_by_code
    plans = [_allowed_copies(copies, law, stays) for stays in _restricted_choices(copies, law)]
    most = max(sum(plan.values()) for plan in plans)
    best = [plan for plan in plans if sum(plan.values()) == most]
    proposals = [
        _repair_from(deck, copies, _filled_up_deck(plan, law), catalogue, book) for plan in best[: alternatives + 1]
    ]
    if any(proposal.report.status is not Status.LEGAL for proposal in proposals):
        raise Invalid(gettext_noop("The site can’t suggest changes for this format yet."))
    return proposals


def _repair_limits(deck: DeckList, catalogue: Catalogue, book: RulingsBook) -> _RepairLimits:
    lists, _version = card_lists(book, deck.list_version)
    restricted, banned = (
        frozenset(entry.card for card_list in lists if card_list.kind is kind for entry in card_list.entries)
        for kind in (ListKind.RESTRICTED, ListKind.BANNED)
    )
    return _RepairLimits(catalogue.by_code, restricted, banned, deck.format is Format.TOURNAMENT)


def _restricted_choices(deck_copies: Mapping[str, int], law: _RepairLimits) -> Sequence[str]:
    """Return the restricted entries, only one of which can stay; an empty code if there is none."""
    entries = (
        [code for code in deck_copies if code in law.restricted and not law.is_forbidden(code)]
        if law.tournament
        else []
    )
    return entries or [""]


def _allowed_copies(deck_copies: Mapping[str, int], law: _RepairLimits, stays: str) -> Counter[str]:
    allowed, titles = Counter[str](), Counter[str]()
    for code, copies in deck_copies.items():
        other = law.tournament and code in law.restricted and code != stays
        if law.is_forbidden(code) or other:
            continue
        room = MAX_COPIES - titles[law.title(code)]
        if (number := min(copies, room)) > 0:
            allowed[code] += number
            titles[law.title(code)] += number
    return allowed


def _filled_up_deck(allowed: Counter[str], law: _RepairLimits) -> Counter[str]:
    """Return the deck filled up to 50 cards: first more copies of its own cards, then cheap cards of its factions."""
    full, titles, factions = allowed.copy(), Counter[str](), Counter[str]()
    for code, copies in allowed.items():
        titles[law.title(code)] += copies
        if code in law.cards:
            factions[law.cards[code].people] += copies
    own = [name for name, _count in factions.most_common(2)] or ["Neutral"]
    for code in (*(code for code in allowed if code in law.cards), *_cards_of_factions(law, own)):
        lack = MIN_CARDS - sum(full.values())
        if lack <= 0:
            break
        new = code not in full and law.tournament and code in law.restricted
        number = 0 if law.is_forbidden(code) or new else min(lack, MAX_COPIES - titles[law.title(code)])
        if number > 0:
            full[code] += number
            titles[law.title(code)] += number
    return full


def _cards_of_factions(law: _RepairLimits, factions: Sequence[str]) -> list[str]:
    """Return cards that can fill a deck of these factions, cheapest first, without loyal and steadfast cards."""
    cards = [card for card in law.cards.values() if card.people in (*factions, "Neutral") and card.cost.isdigit()]
    plain = [card for card in cards if not card.loyal and not card.steadfast and card.type != "conspiracy"]
    plain.sort(key=lambda card: (card.people == "Neutral", card.type != "character", int(card.cost), card.code))
    return [card.code for card in plain]


def _repair_from(
    deck: DeckList, deck_copies: Mapping[str, int], full: Counter[str], catalogue: Catalogue, book: RulingsBook | None
) -> ProposedDeck:
    out = [code for code, copies in deck_copies.items() for _ in range(copies - full[code])]
    into = [code for code, copies in full.items() for _ in range(copies - deck_copies.get(code, 0))]
    mended = replace(deck, entries=tuple(Entry(code, copies) for code, copies in full.items()))
    report = judge_cthulhu(mended, catalogue, book)
    return ProposedDeck(mended, report, tuple(out), tuple(into), tuple(zip_longest(out, into)), (), proven=True)
