"""What bears on cards that no ruling names: rules of `docs/rules.md` and rulings on their icons, types and timing;
pure, no Django."""

import csv
from collections.abc import Iterable, Sequence
from pathlib import Path

from cards.core.rulings.book import Book, Facing, concerns
from cards.core.rulings.facts import Ruling

# By number the values of facets, as the catalogue writes them.
with Path(__file__).with_suffix(".csv").open(encoding="utf-8", newline="") as _file:
    RULES = {row["rule"]: tuple(row["facets"].split("|")) for row in csv.DictReader(_file)}


def rules_of(cards: Iterable[Facing]) -> tuple[str, ...]:
    borne = {value for card in cards for facet in card.facets.values() for value in facet}
    return tuple(number for number, values in RULES.items() if borne & set(values))


def rulings_on(cards: Sequence[Facing], book: Book) -> tuple[Ruling, ...]:
    """Return the rulings on icons, types and timing of these cards: those on most cards first, then in book order."""
    found = [ruling for card in cards for _, _, rulings in concerns(card, book).on for ruling in rulings]
    return tuple(sorted(dict.fromkeys(found), key=lambda ruling: -found.count(ruling)))
