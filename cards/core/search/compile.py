"""Compiler: from a query to a predicate; the one place that says what each key means for a row."""

from collections.abc import Callable

from cards.core.search.keys import Key, KeyKind, KeyTable
from cards.core.search.nodes import And, Compare, Condition, Exact, Measure, Not, Or, Phrase, Word
from cards.core.search.predicate import All, Any, Has, No, Predicate, Sums

# The words near to one that occurs nowhere: what a mistyped word may have meant.
Near = Callable[[str], tuple[str, ...]]


def nobody(word: str) -> tuple[str, ...]:
    """Nothing is forgiven."""
    return ()


def lower(condition: Condition, table: KeyTable, near: Near = nobody) -> Predicate:
    """The predicate of a condition in normal form."""
    match condition:
        case Word(text):
            forms = (text, *near(text))
            return _either(tuple(Has("search_text", form) for form in forms))
        case Phrase(text):
            return Has("search_text", text)
        case Exact(text):
            return Has("name_text", f"|{text}|")
        case Compare(key, values):
            return _either(tuple(_chosen(table[key], value) for value in values))
        case Measure():
            return _measured(condition, table)
        case Not(part):
            return No(lower(part, table, near))
        case And(parts):
            return All(tuple(lower(part, table, near) for part in parts))
        case Or(parts):
            return _either(tuple(lower(part, table, near) for part in parts))


def _either(parts: tuple[Predicate, ...]) -> Predicate:
    return parts[0] if len(parts) == 1 else Any(parts)


def _chosen(key: Key, value: str) -> Predicate:
    if key.kind is KeyKind.TEXT:
        return Has(key.column, key.lead + value)
    choice = key.choice(value)
    return choice.means if choice else Any()


def _measured(measure: Measure, table: KeyTable) -> Predicate:
    left = tuple(table[name].column for name in measure.keys)
    if measure.fields:
        return Sums(left, measure.sign, right=tuple(table[name].column for name in measure.fields))
    parts = tuple(Sums(left, measure.sign, number) for number in measure.numbers)
    if len(parts) > 1 and measure.sign == "!=":
        return All(parts)
    return _either(parts)
