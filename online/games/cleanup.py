"""Clean-up: games that can no longer be opened by any player."""

from datetime import datetime, timedelta

from django.conf import settings

from online.games.loaded import drop_cached_game
from online.models import Game

UNSTARTED_KEPT_FOR = timedelta(days=30)
GAMES_DELETED_PER_RUN = 100  # so that other writers don’t wait long


def delete_old_games(now: datetime) -> int:
    """Delete games that never started or were cancelled, and games of guests against the computer; return how many.

    A guest is known by their session alone, so once that has expired, no one can open such a game.
    """
    unstarted = Game.objects.filter(
        status__in=(Game.Status.OPEN, Game.Status.CANCELLED), changed__lt=now - UNSTARTED_KEPT_FOR
    )
    session = timedelta(seconds=settings.SESSION_COOKIE_AGE)
    of_guests = Game.objects.filter(changed__lt=now - session, seats__level__gt="", created_by__user=None)
    games = [*unstarted[:GAMES_DELETED_PER_RUN], *of_guests[:GAMES_DELETED_PER_RUN]]
    for game in games:
        game.delete()
        drop_cached_game(game.key)
    return len(games)
