"""`manage.py pair_round FILE`: the pairings of the next round, as JSON."""

from dataclasses import dataclass
from typing import Any

from common.text import gettext_noop
from matches.core.pairing import pair_round
from matches.core.pairing.field import Entrant, PlayerId
from matches.core.pairing.swiss import PairedRound
from matches.management.commands._json_command import (
    JsonCommand,
    LocatedObject,
    get_objects,
    get_typed,
    parse_json_object,
    unreadable_file_error,
)


@dataclass(frozen=True, slots=True)
class PairingField:
    """Field of players, with the seed for lots and the fixed pairs."""

    seed: int
    entrants: tuple[Entrant, ...]
    fixed: tuple[tuple[PlayerId, PlayerId], ...] = ()


def parse_pairing_field(data: bytes | str) -> PairingField:
    """Read `{"seed", "players": […], "fixed": [[a, b]]}`; raises `Invalid` with the line of the error."""
    located = parse_json_object(data)
    entrants = tuple(_parse_entrant(player) for player in get_objects(located, "players"))
    fixed = tuple(_parse_pair(located, pair) for pair in get_typed(located, "fixed", list, []))
    return PairingField(get_typed(located, "seed", int, 0), entrants, fixed)


def _parse_entrant(located: LocatedObject) -> Entrant:
    opponents = get_typed(located, "opponents", list, [])
    if not all(_is_player_id(opponent) for opponent in opponents):
        raise unreadable_file_error(located.line, gettext_noop("“opponents” must be a list of ids."))
    return Entrant(
        id=get_typed(located, "id", (str, int)),
        points=get_typed(located, "points", (int, float), 0),
        opponents=tuple(opponents),
        byes=get_typed(located, "byes", int, 0),
        dropped=get_typed(located, "dropped", bool, False),
        starts=get_typed(located, "starts", int, 0),
    )


def _parse_pair(located: LocatedObject, pair: Any) -> tuple[PlayerId, PlayerId]:
    if not isinstance(pair, list) or len(pair) != 2 or not all(_is_player_id(player) for player in pair):
        raise unreadable_file_error(located.line, gettext_noop("“fixed” must be a list of pairs of ids."))
    return pair[0], pair[1]


def _is_player_id(value: object) -> bool:
    return isinstance(value, str | int) and not isinstance(value, bool)


def round_as_dict(paired: PairedRound) -> dict[str, object]:
    return {
        "pairings": [list(pair) for pair in paired.pairings],
        "bye": paired.bye,
        "rematches": [list(pair) for pair in paired.rematches],
    }


class Command(JsonCommand):
    """Command: Exit status 0 for a paired round, 3 for a file that cannot be read or is inconsistent."""

    help = "Pair a Swiss round. Reads and prints JSON."

    def compute_answer(self, body: bytes) -> tuple[object, int]:
        field = parse_pairing_field(body)
        return round_as_dict(pair_round(field.entrants, seed=field.seed, fixed=field.fixed)), 0
