"""Hooks of a match: what events add to it without `play` importing them. One that belongs to no event has no extras."""

from accounts.models import Person
from common.hooks import SingleHook
from matches.core.tournament.roles import Permission
from matches.models import Match


@SingleHook
def notify_games_counted(match: Match, crystals: tuple[int, int], *, was_over: bool, over: bool) -> None:
    """Called after the games of a match were saved: the crystals of both, and whether the match was and is over."""


@SingleHook
def has_extra_right(person: Person | None, match: Match, permission: Permission) -> bool:
    """Whether somebody has this right at a match from outside."""
    return False


@SingleHook
def are_match_decks_open(match: Match) -> bool | None:
    """Whether everybody may see the decks of a match; None where the match itself decides."""
    return None


@SingleHook
def are_moves_final(match: Match) -> bool:
    """Whether no move of a game at the site can be taken back by its players."""
    return False


@SingleHook
def may_bots_play(match: Match) -> bool:
    """Whether programs may play a game of a match at the site for its players."""
    return True


@SingleHook
def online_game(match: Match) -> tuple[str, str]:
    """Return "open" if a game of a match waits at the site for its second player, "playing" if it is played, or ""; and
    what the site has committed to for it, or for the next one.
    """
    return "", ""
