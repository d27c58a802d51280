"""Teams (DRAFT-32): seats alternate between them, so partners never sit side by side."""

from common.errors import Invalid
from common.text import gettext_noop

MIN_TEAMS, MAX_TEAMS = 2, 3
PLAYERS_OF_THREE_TEAMS = 6
TEAMS_RULE = "DRAFT-32"


def team_of(seat: int, teams: int) -> int:
    """Return the number of a seat’s team; both count from 0."""
    return seat % teams


def require_fitting_teams(players: int, teams: int | None) -> None:
    """Raise `Invalid` unless the players can form this many equal teams of at least two."""
    fits = players == PLAYERS_OF_THREE_TEAMS if teams == MAX_TEAMS else players >= 4 and players % 2 == 0
    if teams is None or (fits and MIN_TEAMS <= teams <= MAX_TEAMS):
        return
    template = gettext_noop(
        "%(players)d players can’t form %(teams)d teams. Two teams need an even number from 4 on, three teams need 6."
    )
    raise Invalid(template, {"players": players, "teams": teams}, rule=TEAMS_RULE, field="teams")
