"""Clubs: groups with a public description; their list, and the side column of their page."""

from datetime import date
from typing import Any

from django.db import transaction
from django.db.models import Count, F, Min, Q, QuerySet

from accounts.models import Person
from common.errors import Conflict
from common.fingerprints import require_unchanged
from common.text import gettext_noop
from decks.public.queries import listed_decks
from matches.core.names import MAX_ABOUT_LENGTH, MAX_VENUE_LENGTH, clean_name, clean_text
from matches.events.calendar.queries import Entry, calendar_entries
from matches.groups.encounters import present_member
from matches.groups.queries import GroupView
from matches.models import Event, Group, Member
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
    before = group.fingerprint
    group.about, group.listed = clean_text(about, length=MAX_ABOUT_LENGTH, place="about"), listed
    group.place = clean_name(place, length=MAX_VENUE_LENGTH) if place.strip() else ""
    require_unchanged(seen, before=before, after=group.fingerprint)
    group.save(update_fields=["about", "place", "listed"])
    return group


@transaction.atomic
def set_member_organises(*, by: Person | None, key: str, member_pk: int, organises: bool) -> Member:
    """Make a member who has joined an organiser, or no longer; for the owner alone."""
    group = group_by_key(key)
    require_group_owner(by, group)
    member = present_member(group, member_pk)
    if member.person_id is None:
        template = gettext_noop("Nobody has joined as %(name)s yet. Send the invitation first.")
        raise Conflict(template, {"name": member.name})
    member.organiser = organises
    member.save(update_fields=["organiser"])
    return member


def club_side_column(view: GroupView, today: date) -> dict[str, Any]:
    """Return the side column of a club’s page: the next event, further evenings, decks, seasons, and members."""
    on_top = current_or_next_event(view.group, today)
    ahead = [day for day in club_evenings(view.group, today) if day.part or day.event != on_top]
    people = [member.person_id for member in view.members if member.person_id is not None]
    return {
        "next_event": on_top,
        "evenings": ahead[:MAX_EVENINGS_LISTED],
        "decks": listed_decks().filter(owner__in=people).order_by("-listing__since")[:MAX_DECKS] if people else (),
        "seasons": view.group.seasons.order_by("-first", "-pk")[:MAX_SEASONS_LISTED],
        "members": view.members,
        "organisers": [member for member in view.members if member.organiser],
    }


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
