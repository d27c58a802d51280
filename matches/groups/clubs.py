"""Clubs: groups that show themselves to everybody, with where they meet and their next evening."""

from datetime import date

from django.db import transaction
from django.db.models import Count, Min, Q, QuerySet

from accounts.models import Person
from common.errors import Conflict, Invalid, Missing
from common.fingerprints import require_seen
from common.text import gettext_noop
from matches.core.names import MAX_ABOUT_LENGTH, MAX_VENUE_LENGTH, clean_name
from matches.models import Group, Member
from matches.play.permissions import require_organiser, require_owner
from matches.play.queries import get_group


def listed_clubs(today: date) -> QuerySet[Group]:
    """The groups of the list, those with the nearest evening first; with `size` and the day `next_day`."""
    present = Count("members", filter=Q(members__left=None), distinct=True)
    to_come = Min("events__first_day", filter=Q(events__first_day__gte=today, events__hidden=None))
    rows = Group.objects.filter(listed=True, hidden=None).select_related("owner__user")
    return rows.annotate(size=present, next_day=to_come).order_by("next_day", "name", "pk")


@transaction.atomic
def describe(*, by: Person | None, key: str, about: str, place: str, listed: bool, seen: str | None = None) -> Group:
    """Say what a group is, where it meets, and whether it is listed; raises `Invalid` for too long a text.

    Raises `ChangedMeanwhile` where what it says has another fingerprint than what was `seen`.
    """
    group = Group.objects.select_for_update().get(pk=get_group(key).pk)
    require_organiser(by, group)
    text = about.replace("\x00", "").replace("\r\n", "\n").strip()
    if len(text) > MAX_ABOUT_LENGTH:
        raise Invalid(gettext_noop("At most %(limit)d characters."), {"limit": MAX_ABOUT_LENGTH})
    before = group.fingerprint
    group.about, group.listed = text, listed
    group.place = clean_name(place, length=MAX_VENUE_LENGTH) if place.strip() else ""
    require_seen(seen, before=before, after=group.fingerprint)
    group.save(update_fields=["about", "place", "listed"])
    return group


@transaction.atomic
def set_organiser(*, by: Person | None, key: str, member_pk: int, organises: bool) -> Member:
    """Let a member who has joined run the group besides its owner, or no longer; for the owner alone."""
    group = get_group(key)
    require_owner(by, group)
    member = group.members.filter(pk=member_pk, left=None).first()
    if member is None:
        raise Missing(gettext_noop("The group has no such member."))
    if member.person_id is None:
        template = gettext_noop("Nobody has joined as %(name)s yet. Send the invitation first.")
        raise Conflict(template, {"name": member.name})
    member.organiser = organises
    member.save(update_fields=["organiser"])
    return member
