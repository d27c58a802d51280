"""Clubs: groups with a public description; their list, and the side column of their page."""

from dataclasses import dataclass
from datetime import date

from django.db import transaction
from django.db.models import Count, F, Min, Q, QuerySet

from accounts.models import Person
from common.errors import Conflict, Invalid, Missing
from common.fingerprints import require_unchanged
from common.text import gettext_noop
from decks.models import Deck
from decks.public.queries import listed_decks
from matches.core.names import MAX_ABOUT_LENGTH, MAX_VENUE_LENGTH, clean_name
from matches.events.calendar.queries import Entry, calendar_entries
from matches.groups.queries import GroupView
from matches.models import Event, Group, Member, Season
from matches.play.permissions import require_group_organiser, require_group_owner
from matches.play.queries import group_by_key

MAX_EVENINGS_LISTED = 4
MAX_DECKS = 5
MAX_SEASONS_LISTED = 6


def listed_clubs(today: date) -> QuerySet[Group]:
    """Return the listed groups by their next evening, with `size` and `next_day`."""
    present = Count("members", filter=Q(members__left=None), distinct=True)
    to_come = Min("events__first_day", filter=Q(events__first_day__gte=today, events__hidden=None))
    rows = Group.objects.filter(listed=True, hidden=None).select_related("owner__user")
    return rows.annotate(size=present, next_day=to_come).order_by("next_day", "name", "pk")


@transaction.atomic
def describe(*, by: Person | None, key: str, about: str, place: str, listed: bool, seen: str | None = None) -> Group:
    """Change description, meeting place and listing of a group.

    Raises `Invalid` for too long a text, and `ChangedMeanwhile` if the group has another fingerprint than `seen`.
    """
    group = Group.objects.select_for_update().get(pk=group_by_key(key).pk)
    require_group_organiser(by, group)
    text = about.replace("\x00", "").replace("\r\n", "\n").strip()
    if len(text) > MAX_ABOUT_LENGTH:
        raise Invalid(gettext_noop("Use at most %(limit)d characters."), {"limit": MAX_ABOUT_LENGTH}, place="about")
    before = group.fingerprint
    group.about, group.listed = text, listed
    group.place = clean_name(place, length=MAX_VENUE_LENGTH) if place.strip() else ""
    require_unchanged(seen, before=before, after=group.fingerprint)
    group.save(update_fields=["about", "place", "listed"])
    return group


@transaction.atomic
def set_member_organises(*, by: Person | None, key: str, member_pk: int, organises: bool) -> Member:
    """Make a member who has joined an organiser, or no longer; for the owner alone."""
    group = group_by_key(key)
    require_group_owner(by, group)
    member = group.members.filter(pk=member_pk, left=None).first()
    if member is None:
        raise Missing(gettext_noop("That person isn’t a member of this group."))
    if member.person_id is None:
        template = gettext_noop("Nobody has joined as %(name)s yet. Send the invitation first.")
        raise Conflict(template, {"name": member.name})
    member.organiser = organises
    member.save(update_fields=["organiser"])
    return member


@dataclass(frozen=True, slots=True)
class ClubSideColumn:
    """Side column of a club's page: the next event, further evenings, decks, seasons, and the organisers."""

    next_event: Event | None
    evenings: tuple[Entry, ...]
    decks: tuple[Deck, ...]
    seasons: tuple[Season, ...]
    members: tuple[Member, ...]

    @property
    def organisers(self) -> tuple[Member, ...]:
        return tuple(member for member in self.members if member.organiser)


def club_side_column(view: GroupView, today: date) -> ClubSideColumn:
    on_top = current_or_next_event(view.group, today)
    ahead = [day for day in club_evenings(view.group, today) if day.part or day.event != on_top]
    people = [member.person_id for member in view.members if member.person_id is not None]
    return ClubSideColumn(
        next_event=on_top,
        evenings=tuple(ahead[:MAX_EVENINGS_LISTED]),
        decks=tuple(listed_decks().filter(owner__in=people).order_by("-listing__since")[:MAX_DECKS]) if people else (),
        seasons=tuple(view.group.seasons.order_by("-first", "-pk")[:MAX_SEASONS_LISTED]),
        members=view.members,
    )


def current_or_next_event(group: Group, today: date) -> Event | None:
    """Return the running event, else the next one, with its `size`; None without any."""
    running = Q(status__in=(Event.Status.RUNNING, Event.Status.CUT)) | Q(
        status=Event.Status.REGISTRATION, first_day=None
    )
    rows = group.events.filter(running | Q(first_day__gte=today), hidden=None).exclude(status=Event.Status.FINISHED)
    rows = rows.annotate(size=Count("registrations")).order_by(F("first_day").asc(nulls_last=True), "-created")
    return rows.first()


def club_evenings(group: Group, first: date = date.min, last: date = date.max) -> list[Entry]:
    """Return a group's event days from `first` to `last`; a running league has several."""
    rows = group.events.filter(Q(first_day__gte=first) | Q(format=Event.Format.ROUND_ROBIN), hidden=None)
    rows = rows.annotate(size=Count("registrations", filter=Q(registrations__dropped=None)))
    return [entry for entry in calendar_entries(rows, since=first) if first <= entry.day <= last]
