"""Service of replays: show one’s own cards, or hide them again."""

from accounts.models import Person
from common.errors import Conflict
from common.text import gettext_noop
from online.games.loaded import load_game
from online.games.transactions import in_transaction
from online.models import Game, GameSeat


@in_transaction
def show_hand(by: Person | None, key: str, *, visible: bool) -> None:
    """Show the hand of the own seat to everyone in the replay of a finished game, or hide it again."""
    loaded = load_game(key, lock=True)
    seat = loaded.own_seat(by)
    if loaded.game.status != Game.Status.OVER:
        raise Conflict(gettext_noop("You can show your cards once the game is over."))
    GameSeat.objects.filter(pk=seat.pk).update(shows_hand=visible)
