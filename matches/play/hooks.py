"""Hooks of a match: what events and games on the site add to it without `play` importing them."""

from accounts.models import Person
from common.hooks import SingleHook
from matches.core.tournament.roles import Permission
from matches.models import Match


@SingleHook
def notify_games_counted(match: Match, crystals: tuple[int, int], *, was_over: bool, over: bool) -> None:
    """Handle saved games of a match, given both players’ crystals, and whether the match was and is over."""


@SingleHook
def has_extra_right(person: Person | None, match: Match, permission: Permission) -> bool:
    """Return whether a role outside the match gives a person this permission."""
    return False


@SingleHook
def are_match_decks_open(match: Match) -> bool | None:
    """Return whether everybody may see the decks of a match; None if the match itself decides."""
    return None


@SingleHook
def are_moves_final(match: Match) -> bool:
    """Return whether players can’t take back moves in a match’s games on the site."""
    return False


@SingleHook
def may_bots_play(match: Match) -> bool:
    """Return whether programs may play a match’s games on the site for its players."""
    return True


@SingleHook
def online_game_state(match: Match) -> tuple[str, str]:
    """Return "open" if a match’s game on the site is waiting for its second player, "playing" if it is running, or else
    "", and the site’s commitment for this game or the next game."""
    return "", ""
