"""Queries of a club's page: the evenings to come, the seasons, and the decks its members show to everybody."""

from dataclasses import dataclass
from datetime import date

from django.db.models import Count, F, Q, QuerySet

from decks.models import Deck
from decks.public.queries import public_listed
from matches.groups.queries import GroupView
from matches.models import Event, Group, Member, Season

MAX_EVENINGS = 4
MAX_UNDER_WAY = 6
MAX_DECKS = 5
MAX_SEASONS = 6


@dataclass(frozen=True, slots=True)
class ClubSide:
    """Side column of a club's page: the next event, further evenings, decks, seasons, and the organisers."""

    next_event: Event | None
    evenings: tuple[Event, ...]
    decks: tuple[Deck, ...]
    seasons: tuple[Season, ...]
    members: tuple[Member, ...]

    @property
    def organisers(self) -> tuple[Member, ...]:
        """The organisers besides its owner."""
        return tuple(member for member in self.members if member.organiser)


def club_side(view: GroupView, today: date) -> ClubSide:
    """All of it, in three queries."""
    on_top, evenings = events_ahead(view.group, today)
    people = [member.person_id for member in view.members if member.person_id is not None]
    return ClubSide(
        next_event=on_top,
        evenings=evenings,
        decks=tuple(public_listed().filter(owner__in=people).order_by("-listing__since")[:MAX_DECKS]) if people else (),
        seasons=tuple(view.group.seasons.order_by("-first", "-pk")[:MAX_SEASONS]),
        members=view.members,
    )


def events_ahead(group: Group, today: date) -> tuple[Event | None, tuple[Event, ...]]:
    """The event under way, or else the next still to come, with its `size`; and the other evenings to come."""
    running = Q(status__in=(Event.Status.RUNNING, Event.Status.CUT)) | Q(
        status=Event.Status.REGISTRATION, first_day=None
    )
    rows = group.events.filter(running | Q(first_day__gte=today), hidden=None)
    rows = rows.annotate(size=Count("registrations")).order_by(F("first_day").asc(nulls_last=True), "-created")
    ahead = list(rows[: MAX_EVENINGS + MAX_UNDER_WAY])
    on_top = next((event for event in ahead if event.status != Event.Status.FINISHED), None)
    dated = [event for event in ahead if event.first_day is not None and event.first_day >= today and event != on_top]
    return on_top, tuple(dated[:MAX_EVENINGS])


def evenings_of(group: Group, today: date, *, past: bool = False) -> QuerySet[Event]:
    """The events of a group that have a day: those to come, the nearest first, or those that are over."""
    rows = group.events.filter(hidden=None, first_day__isnull=False)
    rows = rows.annotate(size=Count("registrations", filter=Q(registrations__dropped=None)))
    if past:
        return rows.filter(first_day__lt=today).order_by("-first_day", "-pk")
    return rows.filter(first_day__gte=today).order_by("first_day", "start_time", "pk")
