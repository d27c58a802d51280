"""Services of replays and watching: show or hide a hand, save notes, take a game back as a judge."""

from accounts.models import Person
from common.errors import Conflict, Missing, NotAllowed
from common.text import gettext_noop
from matches.core.tournament.roles import Permission
from matches.play.hooks import has_extra_right
from online.core.take_back import JUDGE
from online.games.loaded import LoadedGame, load_game
from online.games.queries import steps_of_game
from online.games.take_back import append_take_back
from online.games.transactions import in_transaction
from online.models import Game, GameSeat, StepNote
from online.replay.queries import steps_not_taken_back

MAX_NOTES = 200  # per player and game


@in_transaction
def show_hand(by: Person | None, key: str, *, visible: bool) -> None:
    """Show a player’s hand to everyone in the replay of a finished game, or hide it again."""
    loaded = load_game(key, lock=True)
    seat = loaded.own_seat(by)
    if loaded.game.status != Game.Status.OVER:
        raise Conflict(gettext_noop("You can show your cards once the game is over."))
    GameSeat.objects.filter(pk=seat.pk).update(shows_hand=visible)


@in_transaction
def save_note(by: Person | None, key: str, step_number: int, *, text: str, is_shared: bool) -> StepNote:
    """Add a player’s note at a step of a finished game; 0 is the start, and a number too high means the last step."""
    loaded = load_game(key, lock=True)
    loaded.own_seat(by)
    assert by is not None
    game = loaded.game
    numbers = [0, *(step.number for step in steps_of_game(game))]
    if game.status != Game.Status.OVER:
        raise Conflict(gettext_noop("You can add notes once the game is over."))
    if game.notes.filter(person=by).count() >= MAX_NOTES:
        raise Conflict(
            gettext_noop("You can add up to %(count)d notes to a game. Delete one first."), {"count": MAX_NOTES}
        )
    return StepNote.objects.create(
        game=game, person=by, number=numbers[: step_number + 1][-1], text=text, is_shared=is_shared
    )


def delete_note(by: Person | None, key: str, note: str) -> None:
    """Delete a person’s own note; raises `Missing` for any other note."""
    deleted, _kinds = StepNote.objects.filter(game__key=key, key=note, person=by or 0).delete()
    if not deleted:
        raise Missing(gettext_noop("We couldn’t find that note. It may have been deleted."))


def may_take_back_as_judge(by: Person | None, loaded: LoadedGame) -> bool:
    """Return whether a person can take a game back: a judge of its event who isn’t one of its players."""
    match = loaded.game.match
    return match is not None and loaded.seat_of(by) is None and has_extra_right(by, match, Permission.PENALTY)


@in_transaction
def take_back_as_judge(by: Person | None, key: str, to: int, last: int) -> None:
    """Take a running game back to after a public step (0: the start), as a judge; `last` is the last step they saw."""
    loaded = load_game(key, lock=True)
    if not may_take_back_as_judge(by, loaded):
        raise NotAllowed(gettext_noop("Only a judge of the event who doesn’t play in this game can do that."))
    numbers = [0, *(step.number for step in steps_not_taken_back(loaded.game))]
    if loaded.game.status != Game.Status.PLAYING or not 0 <= to < last == len(numbers) - 1:
        raise Conflict(gettext_noop("The game has moved on. Nothing was done; look at it again."))
    append_take_back(loaded, JUDGE, numbers[to], by=None)
