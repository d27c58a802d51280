"""`manage.py pair_round FILE`: the pairings of the next round, as JSON."""

from matches.core.pairing import pair_round
from matches.core.pairing.json_io import parse_pairing_field, round_as_dict
from matches.management.commands._json_command import JsonCommand


class Command(JsonCommand):
    """Command: Exit status 0 for a paired round, 3 for a file that cannot be read or is inconsistent."""

    help = "Pair a Swiss round. Reads and prints JSON."

    def compute_answer(self, body: bytes) -> tuple[object, int]:
        field = parse_pairing_field(body)
        return round_as_dict(pair_round(field.entrants, seed=field.seed, fixed=field.fixed)), 0
