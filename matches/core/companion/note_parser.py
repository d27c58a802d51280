"""Note parser: checks the fields of each kind of note, and drops all others."""

import re
from collections.abc import Callable, Mapping

from common.errors import Invalid
from common.text import gettext_noop
from matches.core.companion.replay import SIDE_NAMES, NoteKind
from matches.core.scoring.dragons import MAX_CARDS, MAX_MODIFIER
from matches.core.scoring.power import MAX_POWER_VALUE, Element
from matches.core.scoring.records import Ended
from matches.core.scoring.turn_phases import PHASES

MAX_MOVES = 200
NOTE_ID = re.compile(r"[A-Za-z0-9_-]{8,40}")
FieldReader = Callable[[object], object | None]


def parse_note_data(kind: str, data: Mapping[str, object]) -> dict[str, object]:
    """Return the fields of a note of this kind; raises `Invalid` for an unknown kind or a wrong value.

    >>> parse_note_data("bluff", {"move": 1, "winner": "a", "colour": "red"})
    {'move': 1, 'winner': 'a'}
    """
    if kind not in tuple(NoteKind):
        raise Invalid(gettext_noop("“%(kind)s” isn’t a known kind of entry."), {"kind": str(kind)[:40]})
    fields: dict[str, object] = {}
    for name, (read, needed, rule) in _FIELDS_BY_KIND[NoteKind(kind)].items():
        if name not in data:
            if needed:
                raise Invalid(gettext_noop("“%(wanted)s” is missing."), {"wanted": name})
            continue
        value = read(data[name])
        if value is None:
            template = gettext_noop("“%(key)s” can’t be “%(text)s”.")
            raise Invalid(template, {"key": name, "text": str(data[name])[:40]}, rule=rule)
        fields[name] = value
    if kind == NoteKind.FIGHT and not fields.get("combat", 0) and not fields.get("support", 0):
        raise Invalid(gettext_noop("You can’t win a fight without a card in it."), rule="GAME-20")
    return fields


def check_note_id(text: str) -> str:
    """Return the id that a phone gave a note; raises `Invalid` for a malformed one."""
    if not NOTE_ID.fullmatch(text):
        raise Invalid(gettext_noop("An entry id must have 8 to 40 letters, digits, - or _."))
    return text


def _reader_of_choice(*values: str) -> FieldReader:
    return lambda value: value if isinstance(value, str) and value in values else None


def _number_between(least: int, most: int) -> FieldReader:
    def read(value: object) -> object | None:
        right = isinstance(value, int) and not isinstance(value, bool) and least <= value <= most
        return value if right else None

    return read


def _read_power(value: object) -> object | None:
    """Read a power: not negative (GAME-16), whole or with quarters."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= MAX_POWER_VALUE:
        return None
    return None if value * 4 != int(value * 4) else int(value) if value == int(value) else value


def _read_note_id(value: object) -> object | None:
    return value if isinstance(value, str) and NOTE_ID.fullmatch(value) else None


_MOVE_FIELDS = {
    "move": (_number_between(1, MAX_MOVES), True, None),
    "winner": (_reader_of_choice(*SIDE_NAMES), True, "GAME-20"),
}
_CARDS_FIELD = (_number_between(0, MAX_CARDS), True, "GAME-21")
_FIELDS_BY_KIND: Mapping[NoteKind, Mapping[str, tuple[FieldReader, bool, str | None]]] = {
    NoteKind.FIGHT: {
        **_MOVE_FIELDS,
        "combat": _CARDS_FIELD,
        "support": _CARDS_FIELD,
        "modifier": (_number_between(-MAX_MODIFIER, MAX_MODIFIER), False, "GAME-20"),
    },
    NoteKind.BLUFF: _MOVE_FIELDS,
    NoteKind.POWER: {
        "move": (_number_between(1, MAX_MOVES), True, None),
        "side": (_reader_of_choice(*SIDE_NAMES), True, None),
        "element": (_reader_of_choice(*Element), True, "GAME-10"),
        "value": (_read_power, True, "GAME-16"),
    },
    NoteKind.PHASE: {
        "move": (_number_between(1, MAX_MOVES), True, None),
        "side": (_reader_of_choice(*SIDE_NAMES), True, None),
        "phase": (_number_between(1, len(PHASES)), True, None),
    },
    NoteKind.CLOCK: {"action": (_reader_of_choice("start", "pause"), True, None)},
    NoteKind.UNDO: {"target": (_read_note_id, True, None)},
    NoteKind.TAKE: {"target": (_read_note_id, True, None)},
    NoteKind.END: {
        "ended": (_reader_of_choice(*Ended), True, "MATCH-06"),
        "winner": (_reader_of_choice(*SIDE_NAMES), False, "MATCH-01"),
        "out_first": (_reader_of_choice(*SIDE_NAMES), False, "MATCH-07"),
        "crystal_cards": (_number_between(0, 6), False, "MATCH-02"),
    },
}
