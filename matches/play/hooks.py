"""Hooks of a match: what events add to it without `play` importing them. A match of no event has no extras."""

from accounts.models import Person
from common.hooks import SingleHook
from matches.core.tournament.roles import Permission
from matches.models import Match


@SingleHook
def notify_games_counted(match: Match, crystals: tuple[int, int], *, was_over: bool, over: bool) -> None:
    """Called after the games of a match were saved: the crystals of both, and whether the match was and is over."""


@SingleHook
def has_extra_right(person: Person | None, match: Match, permission: Permission) -> bool:
    """Return whether somebody has this right at a match from elsewhere."""
    return False


@SingleHook
def are_match_decks_open(match: Match) -> bool | None:
    """Return whether everybody may see the decks of a match; None if the match itself decides."""
    return None


@SingleHook
def are_moves_final(match: Match) -> bool:
    """Return whether players can’t take back moves of a game at the site."""
    return False


@SingleHook
def may_bots_play(match: Match) -> bool:
    """Return whether programs may play a game of a match at the site for its players."""
    return True


@SingleHook
def online_game_state(match: Match) -> tuple[str, str]:
    """Return "open" if a game of a match waits at the site for its second player, "playing" if it is running, or "";
    and the site’s commitment for it, or for the next one."""
    return "", ""
