"""Presence: when a player was last seen, and when the opponent may claim a game that the player left."""

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta

from django.utils import timezone

from online.core.orders import is_auto_passed
from online.games.loaded import LoadedGame
from online.models import Game, GameAction, GameSeat

# The last contact of a seat is saved at most this often.
PRESENCE_INTERVAL = timedelta(seconds=10)
GONE_AFTER = timedelta(seconds=30)
# How long a player who must act may be away before the opponent can claim the game.
CLAIM_AFTER = {
    Game.Clock.NONE: timedelta(minutes=2),
    Game.Clock.MINUTES: timedelta(minutes=2),
    Game.Clock.DAY: timedelta(hours=6),
    Game.Clock.THREE_DAYS: timedelta(hours=18),
}


def record_presence(seat: GameSeat, now: datetime) -> None:
    """Record that the player of a seat is present. Usually no query."""
    if seat.seen is None or now - seat.seen >= PRESENCE_INTERVAL:
        GameSeat.objects.filter(pk=seat.pk).update(seen=now)
        seat.seen = now


def record_presences(seats: Collection[int]) -> None:
    """Record that the players of these seats (primary keys) are present."""
    GameSeat.objects.filter(pk__in=seats).update(seen=timezone.now())


def record_and_check_presence(games: Collection[int], versions: Mapping[int, int]) -> tuple[set[int], set[int]]:
    """Record that seats are present; return seats with a newer view than in `versions`, and games a player left."""
    record_presences(list(versions))
    game_seats, now = GameSeat.objects.filter(game__in=games), timezone.now()
    seats = list(game_seats.only("game_id", "level", "stand_in", "seen", "view_version"))
    newer = {seat.pk for seat in seats if seat.view_version > versions.get(seat.pk, seat.view_version)}
    return newer, {seat.game_id for seat in seats if not is_present(seat, now)}


def is_present(seat: GameSeat, now: datetime) -> bool:
    return bool(seat.computer_level) or (seat.seen is not None and now - seat.seen < GONE_AFTER)


def claimable_at(loaded: LoadedGame, seat: GameSeat) -> datetime | None:
    """Return when this seat may claim the game; None unless its opponent is a person who must act."""
    opponent = loaded.opponent_of(seat)
    if opponent is None or opponent.computer_level or loaded.game.decides != opponent.place:
        return None
    seen = opponent.seen or loaded.game.created
    if loaded.state is not None and is_auto_passed(loaded.state, loaded.game.clock):
        # Count from the question, so that the opponent can’t tell whether the player pressed *Wait*.
        seen = max(seen, GameAction.objects.filter(game=loaded.game).latest("number").at)
    return seen + CLAIM_AFTER[Game.Clock(loaded.game.clock)]
