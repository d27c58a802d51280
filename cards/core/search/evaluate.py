"""Evaluation: compiles a query to a predicate and runs it over a catalogue in memory."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from cards.core.facts import CardFacts
from cards.core.search.bluemoon import BLUE_MOON
from cards.core.search.index import CardNameIndex
from cards.core.search.keys import OWNED_COLUMN, KeyTable, SearchKey, SearchKeyKind
from cards.core.search.nodes import And, CardQuery, Condition, ExactName, Not, NumberTest, OneOf, Or, Quoted, Word
from cards.core.search.predicate import AllOf, AnyOf, Contains, NoneOf, Predicate, SumTest

# Other forms of a word: its singular, or the nearest words if it is unknown.
SimilarWords = Callable[[str], tuple[str, ...]]


def condition_to_predicate(
    condition: Condition, key_table: KeyTable, near: SimilarWords = lambda _word: ()
) -> Predicate:
    """Compile a condition; without `near`, words must be spelled as they are on a card."""
    match condition:
        case Word(text):
            kind = key_table.find_noun_choice(text)
            forms = tuple(Contains("search_text", form) for form in (text, *near(text)))
            return _any_predicate((kind.means, *forms) if kind else forms)
        case Quoted(text):
            return Contains("search_text", text)
        case ExactName(text):
            return Contains("name_text", f"|{text}|")
        case OneOf(key, values):
            return _any_predicate(tuple(_choice_predicate(key_table[key], value) for value in values))
        case NumberTest():
            return _number_predicate(condition, key_table)
        case Not(part):
            return NoneOf(condition_to_predicate(part, key_table, near))
        case And(parts):
            return AllOf(tuple(condition_to_predicate(part, key_table, near) for part in parts))
        case Or(parts):
            return _any_predicate(tuple(condition_to_predicate(part, key_table, near) for part in parts))


def _any_predicate(parts: tuple[Predicate, ...]) -> Predicate:
    return parts[0] if len(parts) == 1 else AnyOf(parts)


def _choice_predicate(key: SearchKey, value: str) -> Predicate:
    if key.kind is SearchKeyKind.TEXT:
        return Contains(key.column, key.prefix + value)
    choice = key.find_choice(value)
    return choice.means if choice else AnyOf()


def _number_predicate(measure: NumberTest, key_table: KeyTable) -> Predicate:
    left = tuple(key_table[name].column for name in measure.keys)
    if measure.fields:
        return SumTest(left, measure.sign, right=tuple(key_table[name].column for name in measure.fields))
    parts = tuple(SumTest(left, measure.sign, number) for number in measure.numbers)
    if len(parts) > 1 and measure.sign == "!=":
        return AllOf(parts)
    return _any_predicate(parts)


@dataclass(frozen=True, slots=True)
class CardsFound:
    """The cards found, in the requested order; if there are none, similar names."""

    cards: tuple[CardFacts, ...]
    suggestions: tuple[str, ...] = ()


def search_cards(
    query: CardQuery,
    cards: Iterable[CardFacts],
    index: CardNameIndex,
    key_table: KeyTable = BLUE_MOON,
    *,
    owned: Mapping[str, int] | None = None,
) -> CardsFound:
    """Return the cards a query finds, in its order or best first; `owned`: copies by code, unknown for others."""
    columns = index.columns if owned is None else index.columns.with_number_column(OWNED_COLUMN, owned)
    positions = sorted(columns.places[card.code] for card in cards if card.code in columns.places)
    rows = list(
        columns.matching_positions(condition_to_predicate(query.where, key_table, index.other_forms), positions)
    )
    if not rows:
        return CardsFound((), similar_names(query, index))
    wanted = query_words_as_text(query, index)
    if wanted and not query.sort:
        names = columns["name_text"]
        kinds = [kind.means for part in query.words if (kind := key_table.find_noun_choice(part.text))]
        first = set(columns.matching_positions(AllOf(tuple(kinds)), rows)) if kinds else set[int]()
        rows.sort(key=lambda position: (name_match_rank(wanted, str(names[position])), position not in first))
    for sort in reversed(query.sort):
        order = key_table.orders[sort.key]
        falling = order.falling is not sort.reversed
        if order.column == "position":
            rows.sort(reverse=falling)
        else:
            rows.sort(key=_sort_key(columns[order.column], falling=falling))
    return CardsFound(tuple(columns.cards[position] for position in rows))


def query_words_as_text(query: CardQuery, index: CardNameIndex) -> str:
    """Return the words of a query as one text, singular and with corrected spelling, for the order "best"."""
    return " ".join((index.other_forms(part.text) or (part.text,))[0] for part in query.words)


def name_match_rank(wanted: str, names: str) -> int:
    """Return how well a text matches a card’s names: 0 equal, 1 beginning of a name, 2 within a name, 3 not at all."""
    if f"|{wanted}|" in names:
        return 0
    if f"|{wanted}" in names:
        return 1
    return 2 if wanted in names else 3


def similar_names(query: CardQuery, index: CardNameIndex) -> tuple[str, ...]:
    text = " ".join(part.text for part in query.words)[:80]
    if not text:
        return ()
    whole = [card.label for card in index.cards_starting(text, limit=3)]
    parts = [card.label for part in query.words for card in index.cards_starting(part.text, limit=2)]
    return tuple(dict.fromkeys([*whole, *parts]))[:3]


def _sort_key(values: list[object], *, falling: bool) -> Callable[[int], tuple[bool, object]]:
    """Return a stable key that sorts places by a column; unknown values come last either way."""

    def key(position: int) -> tuple[bool, object]:
        value = values[position]
        if isinstance(value, int | float):
            return False, -value if falling else value
        if value is None:
            return True, 0
        text = str(value)
        return False, (*(-ord(letter) for letter in text), 1) if falling else text

    return key
