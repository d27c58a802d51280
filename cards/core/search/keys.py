"""Key: one word of the search language before a colon. Each game has a table of them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from cards.core.search.predicate import Predicate, SumTest
from common.text import fold, nearest

# The column of the caller’s copies, which are passed with each search and aren’t a fact of the card.
OWNED_COLUMN = "owned"
IS_OWNED = SumTest((OWNED_COLUMN,), ">=", 1)


class SearchKeyKind(StrEnum):
    """Kinds of values a search key takes."""

    CHOICE = "choice"  # one of a list of values
    NUMBER = "number"
    TEXT = "text"  # any words, found within a column


@dataclass(frozen=True, slots=True)
class Choice:
    """A value of a key, with predicate and phrase; a `noun` replaces "cards": "ships with a capacity of 3"."""

    value: str
    means: Predicate
    phrase: str
    also: tuple[str, ...] = ()
    noun: bool = False


@dataclass(frozen=True, slots=True)
class SearchKey:
    """A key: long name first, then the short ones.

    `phrase` and `denied` are templates with `%(value)s`; `place` is their position in the sentence: "noun", "of",
    "with" or "that" (`cards.core.search.explain`). A key that `leads` is next to the noun, before all others. A text is
    searched in its column after `prefix`. A number is worded by its `measure`: "value", "count", "copies" or "place".
    With `every`, all ticked values are required. With `decimals`, the number may be 0.3 or -1.
    """

    names: tuple[str, ...]
    kind: SearchKeyKind
    about: str
    example: str
    column: str = ""
    prefix: str = ""
    choices: tuple[Choice, ...] = ()
    place: str = "that"
    phrase: str = ""
    denied: str = ""
    measure: str = "value"
    many: str = ""
    every: bool = False
    leads: bool = False
    decimals: bool = False

    @property
    def name(self) -> str:
        return self.names[0]

    def find_choice(self, text: str) -> Choice | None:
        """Return the choice with this spelling or phrase ("mutants"), or the only choice that begins with the text."""
        wanted = fold(text) or text
        for allowed in self.choices:
            if wanted in {fold(name) or name for name in (allowed.value, allowed.phrase, *allowed.also)}:
                return allowed
        begun = [choice for choice in self.choices if wanted and fold(choice.value).startswith(wanted)]
        return begun[0] if len(begun) == 1 else None


class SearchKeyFactory:
    """The sentences for a game’s keys by long name, one table per text of a `SearchKey`.

    Its methods make keys. They take the names as one text, the long one first, and the other fields of a `SearchKey`.
    """

    def __init__(self, **tables: Mapping[str, str]) -> None:
        self._tables = tables

    def number_key(self, names: str, example: str, **options: Any) -> SearchKey:
        """Return a key for a number; its column is its name unless another is given."""
        return self._make_key(SearchKeyKind.NUMBER, names, example, {"column": names.split()[0]} | options)

    def text_key(self, names: str, example: str, **options: Any) -> SearchKey:
        return self._make_key(SearchKeyKind.TEXT, names, example, options)

    def choice(self, names: str, example: str, choices: Iterable[Choice], **options: Any) -> SearchKey:
        return self._make_key(SearchKeyKind.CHOICE, names, example, {"choices": tuple(choices)} | options)

    def noun_choice_key(self, names: str, example: str, choices: Iterable[Choice], **options: Any) -> SearchKey:
        return self.choice(names, example, choices, place="with", phrase="%(value)s", denied="%(value)s", **options)

    def _make_key(self, kind: SearchKeyKind, names: str, example: str, options: dict[str, Any]) -> SearchKey:
        name, *short = names.split()
        data: dict[str, Any] = {part: table[name] for part, table in self._tables.items() if name in table}
        return SearchKey((name, *short), kind, example=example, **(data | options))


@dataclass(frozen=True, slots=True)
class SortOrder:
    """A value of `sort:`: the column, the phrases of the order and its reverse, and whether the largest comes first."""

    name: str
    column: str
    phrase: str
    back: str
    falling: bool = False


class KeyTable:
    """The keys of one game, found by any of their names.

    `cards` is the noun if no type is named. `panel` lists the keys with checkboxes and the values offered (none: all),
    `ranges` the numbers with a range and their maximum.
    """

    def __init__(
        self,
        game: str,
        name: str,
        *,
        keys: Iterable[SearchKey],
        orders: Iterable[SortOrder],
        cards: str,
        panel: Mapping[str, tuple[str, ...]],
        ranges: Mapping[str, int],
    ) -> None:
        self.game = game
        self.name = name
        self.cards = cards
        self.keys: tuple[SearchKey, ...] = tuple(keys)
        self.orders: Mapping[str, SortOrder] = {order.name: order for order in orders}
        self.panel = panel
        self.ranges = ranges
        self._by_name = {name: key for key in self.keys for name in key.names}

    def __getitem__(self, name: str) -> SearchKey:
        return self._by_name[name]

    def get(self, name: str) -> SearchKey | None:
        return self._by_name.get(fold(name))

    def find_noun_choice(self, word: str) -> Choice | None:
        nouns = (choice for choice in self["is"].choices if choice.noun)
        return next((choice for choice in nouns if word in (choice.value, fold(choice.phrase))), None)

    def similar_keys(self, name: str) -> tuple[str, ...]:
        spelled = nearest(name, [*self._by_name, "sort", "game"], limit=3, cutoff=0.5)
        return tuple(dict.fromkeys(self._by_name[word].name if word in self._by_name else word for word in spelled))
