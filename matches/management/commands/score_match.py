"""`manage.py score_match FILE`: the crystals of a match from its games, as JSON."""

from matches.core.scoring import score
from matches.core.scoring.json_io import read_match, score_as_dict
from matches.management.commands._json_command import JsonCommand


class Command(JsonCommand):
    """Exit status 0 for a possible match, 1 when a finding says it is not, 3 for a file that cannot be read."""

    help = "Work out the crystals of a match from its games. Reads and prints JSON."

    def worked_out(self, body: bytes) -> tuple[object, int]:
        result = score(read_match(body))
        return score_as_dict(result), 0 if result.possible else 1
