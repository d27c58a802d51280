"""Queries of games: a person’s own games, and the public part of other games."""

from django.db.models import Case, F, Prefetch, QuerySet, Value, When

from accounts.models import Person
from online.core.public_view import PublicStep, public_steps
from online.models import Game, GameAction, GameSeat


def games_of_person(person: Person | None) -> QuerySet[Game]:
    """Return the games of a person with their seats: first games in which it’s their turn, then the latest.

    They aren’t sorted by their last change, which would reveal the opponent’s unseen actions.
    """
    if person is None:
        return Game.objects.none()
    own_seats = GameSeat.objects.filter(person=person)
    order = Case(
        When(status=Game.Status.PLAYING, decides=F("my_place"), then=Value(0)),
        When(status=Game.Status.PLAYING, then=Value(1)),
        When(status=Game.Status.OPEN, then=Value(2)),
        default=Value(3),
    )
    rows = (
        Game.objects.filter(seats__in=own_seats)
        .exclude(status=Game.Status.CANCELLED)
        .annotate(my_place=F("seats__place"))
    )
    return rows.order_by(order, "-pk").prefetch_related(Prefetch("seats", GameSeat.objects.order_by("place")))


def view_version_of(channel: str) -> int | None:
    """Return the version of the view of the seat with this channel; None if there is none."""
    return GameSeat.objects.filter(channel=channel).values_list("view_version", flat=True).first()


def steps_of_game(game: Game) -> list[PublicStep]:
    return public_steps(list(GameAction.objects.filter(game=game).defer("position").order_by("number")))
