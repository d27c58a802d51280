"""Hook for finished games: the module that records results registers here."""

from common.hooks import SingleHook
from online.models import Game


@SingleHook
def game_finished(game: Game) -> None:
    """Tell the listener that a game has ended, within the same transaction; its seats and result are saved."""
