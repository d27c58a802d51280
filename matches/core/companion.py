"""The companion’s notes of a game: checks of their fields, and the state of a game by the notes of two phones; pure.

The dragons’ moves in a game are counted from 1, and each note has the number of its `move`. So a fight noted on both
phones counts once. If the two notes differ, the first counts until the players decide. The page replays the same notes
with `static/js/companion-replay.js`.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from common.errors import Invalid
from common.sentence_tables import sentences
from common.text import gettext_noop
from matches.core.scoring.dragons import MAX_CARDS, MAX_MODIFIER, Direction, dragon_track
from matches.core.scoring.match import Fight, GameEnd, SixCardsRule
from matches.core.scoring.power import MAX_POWER_VALUE, Element


@dataclass(frozen=True, slots=True)
class PhaseGuide:
    """A phase with its actions, and `opening` actions of a fight’s first turn; topics are of the rulings."""

    number: int
    name: str
    may: str
    opening: str
    topic: str
    opening_topic: str

    @property
    def rule(self) -> str:
        return f"GAME-0{self.number}"


_HELP_TOPICS = ("turn", "leadership", "end-of-fight", "turn", "bluff", "power", "drawing", "timing")
_NAMES, _ALLOWED, _OPENINGS = (sentences("matches", table) for table in ("phases", "phases_may", "phases_opening"))
PHASES = tuple(
    PhaseGuide(
        number,
        _NAMES[str(number)],
        _ALLOWED[str(number)],
        _OPENINGS.get(str(number), ""),
        topic,
        "start-of-fight" if topic == "end-of-fight" else "",
    )
    for number, topic in enumerate(_HELP_TOPICS, start=1)
)


SIDE_NAMES = ("a", "b")


class NoteKind(StrEnum):
    """Kinds of notes a phone can send."""

    FIGHT = "fight"
    BLUFF = "bluff"
    POWER = "power"
    PHASE = "phase"
    CLOCK = "clock"
    UNDO = "undo"
    TAKE = "take"
    END = "end"


class NoteConflictReason(StrEnum):
    """Reasons why a note does not count."""

    DIFFERS = "differs"
    GAP = "gap"
    OVER = "over"
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class CompanionNote:
    """A note of a phone: its id, kind, game, data, side ("" for neither player), and time in milliseconds."""

    id: str
    kind: str
    game: int
    data: Mapping[str, object]
    by: str = ""
    at: int = 0


@dataclass(frozen=True, slots=True)
class NoteConflict:
    """A note that does not count, why, and the id of the note that counts instead, if any."""

    note: CompanionNote
    why: NoteConflictReason
    stands: str = ""


@dataclass(slots=True)
class CompanionState:
    """State of a game. `dragons` is from -3 to +3, seen from side a; `over` is the side with a fourth dragon."""

    starter: str
    moves: list[CompanionNote] = field(default_factory=list)
    states: list[int] = field(default_factory=list)
    dragons: int = 0
    over: str = ""
    turn: str = ""
    turns: int = 1
    phase: int = 1
    element: str = ""
    power: dict[str, int | float | None] = field(default_factory=lambda: dict.fromkeys(SIDE_NAMES))
    end: CompanionNote | None = None
    conflicts: list[NoteConflict] = field(default_factory=list)
    undoable: str = ""

    @property
    def is_opening_turn(self) -> bool:
        """Return whether this turn is the first of the fight (GAME-05)."""
        return self.turns == 1


def other_side(side: str) -> str:
    return "b" if side == "a" else "a"


def replay_notes(notes: Sequence[CompanionNote], *, game: int, starter: str, reading: SixCardsRule) -> CompanionState:
    """Replay the notes of one game in their order and return its state.

    Whatever the notes say, the dragons stay on the track. Each note counts at most once, and a note that refers to an
    unknown note has no effect.
    """
    mine = [note for note in notes if note.game == game]
    undone = {str(note.data.get("target")) for note in mine if note.kind == NoteKind.UNDO}
    taken = {str(note.data.get("target")) for note in mine if note.kind == NoteKind.TAKE}
    companion = CompanionState(starter, turn=starter)
    seen: set[str] = set()
    for note in mine:
        if note.id not in undone and note.id not in seen:
            seen.add(note.id)
            _apply_note(companion, note, taken=note.id in taken)
    _move_dragons(companion, reading)
    return companion


def fights_of_state(companion: CompanionState, players: tuple[str, str]) -> tuple[Fight, ...]:
    names = dict(zip(SIDE_NAMES, players, strict=True))
    return tuple(fight_from_note(note, names) for note in companion.moves)


def fight_from_note(note: CompanionNote, names: Mapping[str, str]) -> Fight:
    winner = names[str(note.data["winner"])]
    if note.kind == NoteKind.BLUFF:
        return Fight(winner, combat=0, bluff=True)
    combat, support, modifier = (_number_or_zero(note.data.get(name, 0)) for name in ("combat", "support", "modifier"))
    return Fight(winner, combat, support, modifier=modifier)


def match_clock_from_notes(notes: Iterable[CompanionNote]) -> tuple[int, int | None]:
    """Return the clock of the match: milliseconds up to the last pause, and the start since then (None if paused)."""
    total, since = 0, None
    for note in notes:
        if note.kind == NoteKind.CLOCK:
            if note.data.get("action") == "start" and since is None:
                since = note.at
            elif note.data.get("action") == "pause" and since is not None:
                total, since = total + max(0, note.at - since), None
    return total, since


def _apply_note(companion: CompanionState, note: CompanionNote, *, taken: bool) -> None:
    if note.kind in (NoteKind.FIGHT, NoteKind.BLUFF):
        _apply_fight_note(companion, note, taken=taken)
    elif note.kind == NoteKind.END:
        if companion.end is None:
            companion.end, companion.undoable = note, note.id
        elif dict(companion.end.data) != dict(note.data):
            companion.conflicts.append(NoteConflict(note, NoteConflictReason.ENDED, companion.end.id))
    elif _number_or_zero(note.data.get("move")) <= _last_fight_number(companion) or companion.end is not None:
        return  # The note is about an earlier fight.
    elif note.kind == NoteKind.POWER:
        companion.element = str(note.data["element"])
        value = note.data["value"]
        companion.power[str(note.data["side"])] = value if isinstance(value, int | float) else None
        companion.undoable = note.id
    elif note.kind == NoteKind.PHASE:
        side = str(note.data["side"])
        companion.turns += side != companion.turn
        companion.turn = side
        companion.phase = min(max(_number_or_zero(note.data["phase"]), 1), len(PHASES))


def _apply_fight_note(companion: CompanionState, note: CompanionNote, *, taken: bool) -> None:
    place, count = _number_or_zero(note.data.get("move")), len(companion.moves)
    if companion.end is not None:
        same = 1 <= place <= count and _is_same_note(companion.moves[place - 1], note)
        if not same:
            companion.conflicts.append(NoteConflict(note, NoteConflictReason.ENDED, companion.end.id))
    elif place == count + 1 or (taken and place > count):
        companion.moves.append(note)
        companion.undoable = note.id
        if note.kind == NoteKind.FIGHT:
            _start_next_fight(companion, note)
    elif place > count:
        companion.conflicts.append(NoteConflict(note, NoteConflictReason.GAP))
    elif not _is_same_note(companion.moves[place - 1], note):
        if taken:
            companion.moves[place - 1] = note
            if place == count and note.kind == NoteKind.FIGHT:
                _start_next_fight(companion, note)
        else:
            companion.conflicts.append(NoteConflict(note, NoteConflictReason.DIFFERS, companion.moves[place - 1].id))


def _start_next_fight(companion: CompanionState, note: CompanionNote) -> None:
    """Start the next fight, with the turn of the player who retreated (GAME-23)."""
    companion.turn, companion.turns, companion.phase = other_side(str(note.data["winner"])), 1, 1
    companion.element, companion.power = "", dict.fromkeys(SIDE_NAMES)


def _move_dragons(companion: CompanionState, reading: SixCardsRule) -> None:
    """Move the dragons; notes after a fourth dragon do not count (GAME-22)."""
    track = dragon_track(SIDE_NAMES, fights_of_state(companion, SIDE_NAMES), reading)
    count = len(track.states)
    companion.conflicts += [NoteConflict(late, NoteConflictReason.OVER) for late in companion.moves[count:]]
    del companion.moves[count:]
    companion.states, companion.dragons = [*track.states], track.tug.state
    companion.over = "" if track.tug.winner is None else SIDE_NAMES[track.tug.winner is Direction.SECOND]


def _is_same_note(note: CompanionNote, two: CompanionNote) -> bool:
    names = {"a": "a", "b": "b"}
    return note.kind == two.kind and fight_from_note(note, names) == fight_from_note(two, names)


def _last_fight_number(companion: CompanionState) -> int:
    numbers = (place for place, note in enumerate(companion.moves, start=1) if note.kind == NoteKind.FIGHT)
    return max(numbers, default=0)


def _number_or_zero(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else 0


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


def check_note_id(text: str) -> None:
    """Raise `Invalid` for a malformed id of a note."""
    if not NOTE_ID.fullmatch(text):
        raise Invalid(gettext_noop("An entry id must have 8 to 40 letters, digits, - or _."))


def _choice_parser(*values: str) -> FieldReader:
    return lambda value: value if isinstance(value, str) and value in values else None


def _number_range_parser(minimum: int, maximum: int) -> FieldReader:
    def read(value: object) -> object | None:
        right = isinstance(value, int) and not isinstance(value, bool) and minimum <= value <= maximum
        return value if right else None

    return read


def _parse_noted_power(value: object) -> object | None:
    """Read a power: not negative (GAME-16), whole or with quarters."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= MAX_POWER_VALUE:
        return None
    return None if value * 4 != int(value * 4) else int(value) if value == int(value) else value


def _parse_note_id(value: object) -> object | None:
    return value if isinstance(value, str) and NOTE_ID.fullmatch(value) else None


_MOVE_FIELDS = {
    "move": (_number_range_parser(1, MAX_MOVES), True, None),
    "winner": (_choice_parser(*SIDE_NAMES), True, "GAME-20"),
}
_CARDS_FIELD = (_number_range_parser(0, MAX_CARDS), True, "GAME-21")
_FIELDS_BY_KIND: Mapping[NoteKind, Mapping[str, tuple[FieldReader, bool, str | None]]] = {
    NoteKind.FIGHT: {
        **_MOVE_FIELDS,
        "combat": _CARDS_FIELD,
        "support": _CARDS_FIELD,
        "modifier": (_number_range_parser(-MAX_MODIFIER, MAX_MODIFIER), False, "GAME-20"),
    },
    NoteKind.BLUFF: _MOVE_FIELDS,
    NoteKind.POWER: {
        "move": (_number_range_parser(1, MAX_MOVES), True, None),
        "side": (_choice_parser(*SIDE_NAMES), True, None),
        "element": (_choice_parser(*Element), True, "GAME-10"),
        "value": (_parse_noted_power, True, "GAME-16"),
    },
    NoteKind.PHASE: {
        "move": (_number_range_parser(1, MAX_MOVES), True, None),
        "side": (_choice_parser(*SIDE_NAMES), True, None),
        "phase": (_number_range_parser(1, len(PHASES)), True, None),
    },
    NoteKind.CLOCK: {"action": (_choice_parser("start", "pause"), True, None)},
    NoteKind.UNDO: {"target": (_parse_note_id, True, None)},
    NoteKind.TAKE: {"target": (_parse_note_id, True, None)},
    NoteKind.END: {
        "ended": (_choice_parser(*GameEnd), True, "MATCH-06"),
        "winner": (_choice_parser(*SIDE_NAMES), False, "MATCH-01"),
        "out_first": (_choice_parser(*SIDE_NAMES), False, "MATCH-07"),
        "crystal_cards": (_number_range_parser(0, 6), False, "MATCH-02"),
    },
}
