"""Write a deck as the text that `parse_deck` reads: parse(print(x)) == x."""

from __future__ import annotations

from collections.abc import Iterator

from cards.facts import Catalogue
from decks.legality import DeckList, FamilyRule
from decks.legality.case import full_name


def print_deck(deck: DeckList, catalogue: Catalogue, *, pool_file: str = "") -> str:
    """The deck as text, cards by code and name in the order of the list; the pool only as the name of its file."""
    head = "\n".join(f"{key}: {value}" for key, value in _headers(deck, catalogue, pool_file) if value)
    cards = "\n".join(f"{entry.copies}x {_card(entry.code, catalogue)}" for entry in deck.entries)
    return f"{head}\n\n{cards}\n" if cards else f"{head}\n"


def print_picks(codes: tuple[str, ...], catalogue: Catalogue) -> str:
    """A pool as text, one pick a line."""
    return "".join(f"{_card(code, catalogue)}\n" for code in codes)


def _headers(deck: DeckList, catalogue: Catalogue, pool_file: str) -> Iterator[tuple[str, str]]:
    yield "Name", deck.name
    yield "Game", "" if deck.game == "bluemoon" else deck.game
    yield "Format", deck.format.value
    yield "Edition", deck.edition.value
    for key, codes in (("Leader", deck.leaders), ("Inquisitor", deck.inquisitors), ("Emissary", deck.emissaries)):
        for code in codes:
            yield key, _card(code, catalogue)
    for letter in deck.families:
        yield "Family", letter
    if deck.family_rule is not FamilyRule.COUNT_TOWARD:
        yield "Family rule", deck.family_rule.value
    if deck.match:
        yield "Match", "yes"
    if deck.agreed is not None:
        yield "Agreed", ", ".join(sorted(deck.agreed)) or "nothing"
    yield "Pool", pool_file


def _card(code: str, catalogue: Catalogue) -> str:
    return full_name(catalogue[code]) if code in catalogue else code
