"""`manage.py score_match FILE`: the crystals of a match from its games, as JSON."""

from matches.core.scoring import score_match
from matches.core.scoring.json_io import parse_match_record, score_as_dict
from matches.management.commands._json_command import JsonCommand


class Command(JsonCommand):
    """Command: Exit status 0 for a possible match, 1 for an impossible one, 3 for a file that cannot be read."""

    help = "Work out the crystals of a match from its games. Reads and prints JSON."

    def compute_answer(self, body: bytes) -> tuple[object, int]:
        result = score_match(parse_match_record(body))
        return score_as_dict(result), 0 if result.is_possible else 1
