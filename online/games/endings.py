"""Early endings: resign, agree on a draw, claim a game that was left or let the computer finish it; and rematches."""

from datetime import datetime

from django.utils import timezone

from accounts.blocks import has_block
from accounts.models import Person
from common.errors import Conflict
from common.text import gettext_noop
from matches.models import Match
from online.core.proof import clean_random_number
from online.games.clocks import columns_after
from online.games.commitments import create_committed_game, rematch_commitment_purpose
from online.games.computer import computer_actions
from online.games.loaded import LoadedGame, load_game
from online.games.presence import claimable_at
from online.games.services import GAME_NOT_RUNNING, start_game
from online.games.transactions import append_actions, end_early, in_transaction, save_game, save_seats
from online.models import TERM_FIELDS, Game, GameSeat

# A game that is left before each player has had this many turns is cancelled, not lost.
TURNS_BEFORE_LOSS = 3
STAND_IN_LEVEL = "club"


def _own_running_game(by: Person | None, key: str) -> tuple[LoadedGame, GameSeat]:
    loaded = load_game(key, lock=True)
    seat = loaded.own_seat(by)
    if loaded.game.status != Game.Status.PLAYING:
        raise Conflict(GAME_NOT_RUNNING)
    return loaded, seat


@in_transaction
def resign(by: Person | None, key: str) -> LoadedGame:
    """Resign: the opponent wins the crystals that the present board is worth."""
    loaded, seat = _own_running_game(by, key)
    return end_early(loaded, 1 - seat.place, Game.Ending.RESIGNED)


@in_transaction
def offer_draw(by: Person | None, key: str) -> LoadedGame:
    """Offer a draw, or accept the opponent’s offer. An offer lapses when the turn ends; the computer declines."""
    loaded, seat = _own_running_game(by, key)
    if loaded.game.draw_offered_by == 1 - seat.place:
        return end_early(loaded, None, Game.Ending.AGREED)
    if any(other_seat.computer_level for other_seat in loaded.seats):
        raise Conflict(gettext_noop("The computer doesn’t agree to a draw. You can resign."))
    if loaded.game.draw_offered_by is None:
        assert loaded.state is not None
        turn = loaded.state.board.number
        if seat.draw_offered_turn == turn:
            raise Conflict(
                gettext_noop("You’ve already offered a draw in this turn. You can offer one again in the next.")
            )
        save_game(loaded.game, {"draw_offered_by": seat.place})
        save_seats(loaded, {0, 1}, {seat.place: {"draw_offered_turn": turn}})
    return loaded


@in_transaction
def decline_draw(by: Person | None, key: str) -> LoadedGame:
    """Decline the opponent’s offer of a draw, or withdraw the player’s own offer."""
    loaded, _seat = _own_running_game(by, key)
    if loaded.game.draw_offered_by is not None:
        save_game(loaded.game, {"draw_offered_by": None})
        save_seats(loaded, {0, 1}, {})
    return loaded


@in_transaction
def agree_to_open_hands(by: Person | None, key: str, *, agrees: bool) -> LoadedGame:
    """Agree that onlookers see both hands with a delay; they do from the next turn on, once both sides agree.

    If `agrees` is false, decline, or withdraw the agreement of both sides and hide the hands at once. A computer that
    finishes for a player who left doesn’t agree for them.
    """
    loaded, seat = _own_running_game(by, key)
    changed = [
        game_seat for game_seat in loaded.seats if game_seat.opens_hand != agrees and (game_seat is seat or not agrees)
    ]
    if changed and loaded.state is not None:
        is_open = agrees and all(
            game_seat.opens_hand or game_seat.level for game_seat in loaded.seats if game_seat is not seat
        )
        save_game(loaded.game, {"hands_from": loaded.state.board.number + 1 if is_open else None})
        save_seats(loaded, {0, 1}, {game_seat.place: {"opens_hand": agrees} for game_seat in changed})
    return loaded


@in_transaction
def claim_game(by: Person | None, key: str, now: datetime | None = None) -> LoadedGame:
    """Win a game that the opponent has left; cancel it instead if either player has had fewer than three turns."""
    loaded, seat = _own_running_game(by, key)
    _require_opponent_left(loaded, seat, now or timezone.now())
    assert loaded.state is not None
    if loaded.state.board.number <= 2 * TURNS_BEFORE_LOSS:
        return _cancel_game(loaded)
    return end_early(loaded, seat.place, Game.Ending.LEFT)


@in_transaction
def let_computer_finish(by: Person | None, key: str, now: datetime | None = None) -> LoadedGame:
    """Let the computer play on for an opponent who has left, if the terms allow it."""
    loaded, seat = _own_running_game(by, key)
    if not loaded.game.computer_finishes:
        raise Conflict(gettext_noop("You didn’t agree that the computer may finish. You can claim the win."))
    now = now or timezone.now()
    _require_opponent_left(loaded, seat, now)
    assert loaded.state is not None
    save_seats(loaded, {0, 1}, {1 - seat.place: {"stand_in": STAND_IN_LEVEL}})
    done_actions = computer_actions(loaded, loaded.state)
    done_actions[0].events.insert(0, [loaded.state.board.number, "stand_in", 1 - seat.place])
    return append_actions(loaded, done_actions, by=None, columns=columns_after(loaded, done_actions[-1].state, now))


def _require_opponent_left(loaded: LoadedGame, seat: GameSeat, now: datetime) -> None:
    claimable_from = claimable_at(loaded, seat)
    if claimable_from is None or claimable_from > now:
        raise Conflict(gettext_noop("Your opponent hasn’t been away long enough. Wait a little longer."))


@in_transaction
def cancel_game(by: Person | None, key: str) -> LoadedGame:
    """Cancel a game that no friend has joined yet."""
    loaded = load_game(key, lock=True)
    loaded.own_seat(by)
    if loaded.game.status != Game.Status.OPEN:
        raise Conflict(gettext_noop("The game has started. You can resign."))
    return _cancel_game(loaded)


def _cancel_game(loaded: LoadedGame) -> LoadedGame:
    columns = {"status": Game.Status.CANCELLED, **dict.fromkeys(("decides", "deadline", "running_since", "answer_due"))}
    save_game(loaded.game, columns)
    save_seats(loaded, {seat.place for seat in loaded.seats}, {})
    return loaded


@in_transaction
def ask_for_rematch(by: Person | None, key: str, number: str = "") -> LoadedGame:
    """Ask for a rematch; return the new game once both have asked or against the computer, else the old game.

    `number` is the side’s contribution to the shuffling.

    Sides are swapped and the loser starts; after a draw, the player who didn’t start the last game.
    """
    loaded = load_game(key, lock=True)
    seat, game = loaded.own_seat(by), loaded.game
    if game.status != Game.Status.OVER:
        raise Conflict(gettext_noop("A rematch can start once this game is over."))
    again = Game.objects.filter(rematch_of=game).first()
    if again is not None:
        return load_game(again.key)
    opponent = loaded.opponent_of(seat)
    if opponent is None or (not opponent.level and opponent.person_id is None):
        raise Conflict(gettext_noop("Your opponent has left the site. Start another game."))
    wants = {seat.place: {"wants_rematch": True, "rematch_number": clean_random_number(number)}}
    if has_block(by, (opponent.person_id,)):  # looks as if the other player didn’t answer
        save_seats(loaded, set() if seat.wants_rematch else {seat.place}, wants)
        return loaded
    if not (opponent.level or opponent.wants_rematch):
        save_seats(loaded, set() if seat.wants_rematch else {0, 1}, wants)
        return loaded
    save_seats(loaded, {0, 1}, wants)
    return _start_rematch(loaded)


def _start_rematch(loaded: LoadedGame) -> LoadedGame:
    game_before, match = loaded.game, loaded.game.match
    game = create_committed_game(
        rematch_commitment_purpose(game_before),
        created_by_id=game_before.created_by_id,
        rematch_of=game_before,
        match=match if match is not None and _can_start_next_game(match) else None,
        **{name: getattr(game_before, name) for name in TERM_FIELDS},
    )
    seats = [_copied_seat(seat, game) for seat in reversed(loaded.seats)]
    loser = 1 - (game_before.started_by if game_before.winner is None else game_before.winner)
    return start_game(LoadedGame(game, tuple(seats)), starts=1 - loser)


def _can_start_next_game(match: Match) -> bool:
    """Return whether a match is open and none of its games is under way."""
    under_way = match.online_games.filter(status__in=(Game.Status.OPEN, Game.Status.PLAYING))
    return match.status == Match.Status.OPEN and not under_way.exists()


def _copied_seat(seat: GameSeat, game: Game) -> GameSeat:
    """Return a copy of a seat, with the same player and cards, on the other side of a new game."""
    names = ("person_id", "name", "level", "deck_id", "deck_name", "leader", "inquisitor", "cards")
    return GameSeat.objects.create(
        game=game,
        place=1 - seat.place,
        seen=timezone.now() if seat.person_id else None,
        number=seat.rematch_number,
        **{name: getattr(seat, name) for name in names},
    )
