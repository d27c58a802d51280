"""Columns by card type: which ones it has, and which notes end when a column is known. Pure."""

from collections.abc import Collection

from cards.core.facts import OUTSIDE_THE_DECK, SET_PEOPLES, CardFacts, CardType, People

_TYPES_WITH_VALUES = frozenset({CardType.CHARACTER, CardType.BOOSTER, CardType.SUPPORT})
_TYPES_WITH_DECK_SIZE = frozenset({CardType.LEADER, CardType.INQUISITOR})
# Sentences of the project’s own notes on unknown facts, and the column that makes each obsolete.
_NOTE_OBSOLETE_WITH_COLUMN = {
    "English name not known.": "name",
    "Belongs to the set of one of the emissaries of its expansion; which one is not known.": "emissary",
}


def absent_columns(kind: str, people: str) -> frozenset[str]:
    """Return the columns that a Blue Moon card of a type and an affiliation does not have; none if the type is unknown.

    >>> sorted(absent_columns("hyla", "Hyla"))
    ['capacity', 'earth', 'extra_cards', 'extra_moons', 'family', 'fire']
    """
    if kind not in {kind.value for kind in CardType if kind is not CardType.UNKNOWN}:
        return frozenset()
    outside = kind in OUTSIDE_THE_DECK
    missing = {
        "fire": kind in _TYPES_WITH_VALUES,
        "earth": kind in _TYPES_WITH_VALUES,
        "icons": not outside,
        "moons": not outside,
        "family": people == People.BUKA and not outside,
        "capacity": kind == CardType.SHIP,
        "extra_cards": kind in _TYPES_WITH_DECK_SIZE,
        "extra_moons": kind in _TYPES_WITH_DECK_SIZE,
        "emissary": people in SET_PEOPLES,
        "timing": kind != CardType.LEADER,
        "summary": kind != CardType.LEADER,
    }
    return frozenset(column for column, has in missing.items() if not has)


def still_valid_notes(before: CardFacts, notes: str, filled: Collection[str]) -> str:
    """Return a card’s notes without those on facts that are now known; rewritten notes stay."""
    if notes != before.notes:
        return notes
    if not before.known and {"name", "name_de"} & set(filled):
        return ""
    for sentence, column in _NOTE_OBSOLETE_WITH_COLUMN.items():
        if column in filled:
            notes = notes.replace(sentence, "")
    return " ".join(notes.split())
