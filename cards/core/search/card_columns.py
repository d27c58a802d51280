"""Columns of the search: the facts of each card, and texts folded for searching."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy

from cards.core.facts import CardFacts
from cards.core.search.nodes import fully_folded
from cards.core.search.predicate import SIGNS, AllOf, AnyOf, Contains, Is, NoneOf, Predicate, SumTest
from common.text import parse_whole_number

# Numbers that other apps add, by game and column, then by code.
_added_columns: dict[tuple[str, str], Mapping[str, float]] = {}

# Separates several values in one text, so that whole values can be searched. Folding removes it from the values.
NAME_SEPARATOR = "|"
FACT_COLUMNS: tuple[str, ...] = (*CardFacts.__dataclass_fields__, "known", "complete")


def column_values_of(card: CardFacts) -> dict[str, str | float | None]:
    """Return the columns computed from the facts of a card.

    `name_text` has every name between separators, `icon_text` every icon with and without its kind ("|GANG|GANG:red|"),
    and `tags_text` whatever else a game makes searchable: the `tags` of its facts ("|faction:hastur|is:unique|"). A
    game adds columns of numbers with `numbers` ("cost", "skill").
    """
    icons = [part for icon in card.icons for part in (icon.kind.value, str(icon))]
    names = [name for name in dict.fromkeys(fully_folded(name) for name in card.names) if name]
    power = fully_folded(card.summary)
    return {
        "name_text": _join_with_separators(names),
        "power_text": power,
        "icon_text": _join_with_separators(list(dict.fromkeys(icons))),
        "tags_text": _join_with_separators(
            [f"{name}:{fully_folded(value)}" for name, value in getattr(card, "tags", ())]
        ),
        "search_text": " ".join(part for part in (*names, fully_folded(card.title), power) if part),
        "sort_name": f"{'0' if card.known else '1'}{fully_folded(card.label)}",
        "number_value": parse_whole_number(card.number),
        **getattr(card, "numbers", {}),
        **{name: numbers.get(card.code) for (game, name), numbers in _added_columns.items() if game == card.game},
    }


def add_number_column(game: str, name: str, numbers: Mapping[str, float]) -> None:
    """Add a column of numbers to the cards of a game, by code; other cards have None."""
    _added_columns[game, name] = numbers


def _join_with_separators(values: list[str]) -> str:
    return NAME_SEPARATOR + NAME_SEPARATOR.join(values) + NAME_SEPARATOR if values else ""


class CardColumns:
    """The cards of a catalogue as columns: lists with one value per card, None if unknown.

    A query is evaluated column by column over the cards that are still possible, so that 100,000 cards take some tens
    of milliseconds (`benchmarks/search.py`).
    """

    def __init__(self, cards: Iterable[CardFacts]) -> None:
        self.cards = tuple(cards)
        texts = [column_values_of(card) for card in self.cards]
        names = dict.fromkeys(name for text in texts for name in text)
        self.values: Mapping[str, list[object]] = {
            **{name: [getattr(card, name) for card in self.cards] for name in FACT_COLUMNS},
            **{name: [text.get(name) for text in texts] for name in names},
        }
        self.places: Mapping[str, int] = {card.code: position for position, card in enumerate(self.cards)}

    def __getitem__(self, name: str) -> list[object]:
        return self.values.get(name) or [None] * len(self.cards)

    def with_number_column(self, name: str, numbers: Mapping[str, float]) -> CardColumns:
        """Return these columns, which are shared, and one more column of numbers by code."""
        columns = copy(self)
        columns.values = {**self.values, name: [numbers.get(card.code) for card in self.cards]}
        return columns

    def matching_positions(self, predicate: Predicate, positions: Sequence[int]) -> Sequence[int]:
        match predicate:
            case Is(column, value):
                values = self[column]
                return [position for position in positions if values[position] == value]
            case Contains(column, text):
                values = self[column]
                return [position for position in positions if text in (values[position] or "")]  # type: ignore[operator]
            case SumTest():
                return self._positions_with_sums(predicate, positions)
            case AllOf(parts):
                for part in parts:
                    positions = self.matching_positions(part, positions)
                return positions
            case AnyOf(parts):
                places_matching: set[int] = set()
                for part in parts:
                    places_matching.update(
                        self.matching_positions(
                            part, [position for position in positions if position not in places_matching]
                        )
                    )
                return [position for position in positions if position in places_matching]
            case NoneOf(part):
                places_matching = set(self.matching_positions(part, positions))
                return [position for position in positions if position not in places_matching]

    def _positions_with_sums(self, sums: SumTest, positions: Sequence[int]) -> list[int]:
        """Return the positions whose sums compare as required; never a position with an unknown value."""
        compare, left = SIGNS[sums.sign], self._make_column_sum(sums.left)
        if not sums.right:
            number = sums.number
            return [
                position for position in positions if (value := left(position)) is not None and compare(value, number)
            ]
        right = self._make_column_sum(sums.right)
        within = []
        for position in positions:
            value, other = left(position), right(position)
            if value is not None and other is not None and compare(value, other):
                within.append(position)
        return within

    def _make_column_sum(self, names: tuple[str, ...]) -> Callable[[int], float | None]:
        columns = [self[name] for name in names]
        if len(columns) == 1:
            return columns[0].__getitem__  # type: ignore[return-value]

        def total(position: int) -> float | None:
            values = [column[position] for column in columns]
            return None if None in values else sum(values)  # type: ignore[arg-type]

        return total
