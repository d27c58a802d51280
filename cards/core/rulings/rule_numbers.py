"""Rule numbers for cards without rulings: rules of `docs/rules.md` and rulings on their icons, types and timing; pure,
no Django."""

import csv
from collections.abc import Iterable, Sequence
from pathlib import Path

from cards.core.rulings.book import Book, HasRulings, rulings_about_card
from cards.core.rulings.facts import Ruling

# By number, the values of facets as in the catalogue.
with Path(__file__).with_suffix(".csv").open(encoding="utf-8", newline="") as _file:
    FACETS_BY_RULE = {row["rule"]: tuple(row["facets"].split("|")) for row in csv.DictReader(_file)}


def rule_numbers_for_cards(cards: Iterable[HasRulings]) -> tuple[str, ...]:
    borne = {value for card in cards for facet in card.facets.values() for value in facet}
    return tuple(number for number, values in FACETS_BY_RULE.items() if borne & set(values))


def rulings_on_properties(cards: Sequence[HasRulings], book: Book) -> tuple[Ruling, ...]:
    """Return the rulings on icons, types and timing of these cards: those on most cards first, then in book order."""
    found = [ruling for card in cards for _, _, rulings in rulings_about_card(card, book).on for ruling in rulings]
    return tuple(sorted(dict.fromkeys(found), key=lambda ruling: -found.count(ruling)))
