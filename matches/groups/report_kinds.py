"""What users can report about matches: an event or a club, each with its texts and names, and opponents."""

from collections.abc import Callable, Collection
from functools import partial
from typing import Any

from django.db.models import F
from django.utils import timezone

from accounts.blocks import OPPONENT_FINDERS
from accounts.models import Person
from accounts.reader import is_staff
from accounts.reports.kinds import Reportable, ReportKind, add_report_kind, hide_row
from common.text import gettext_noop
from live.pubsub import notify
from matches.models import Event, Group, Match, Side
from matches.play.hidden_content import takes_part_in_event, takes_part_in_group
from matches.play.permissions import side_of
from matches.play.queries import groups_of_person


def register_content_report_kinds() -> None:
    event_as_thing = partial(_reportable_row, "event", Event, ("venue", "price", "about", "announcement"))
    may_see_event = partial(_may_see_reported_row, Event, takes_part_in_event)
    add_report_kind(
        ReportKind("event", gettext_noop("Event"), event_as_thing, may_see_event, _hide_event, _event_keys_of_groups)
    )
    OPPONENT_FINDERS["match"] = _opponent_in_match
    club_as_thing = partial(_reportable_row, "club", Group, ("place", "about"))
    may_see_club = partial(_may_see_reported_row, Group, takes_part_in_group)
    add_report_kind(ReportKind("club", gettext_noop("Club"), club_as_thing, may_see_club, partial(hide_row, Group)))


def _opponent_in_match(key: str, person: Person) -> Person | None:
    match = Match.objects.filter(key=key).select_related("player_a__user", "player_b__user").first()
    side = side_of(person, match) if match is not None else ""
    return None if match is None or not side else match.player_b if side == Side.A else match.player_a


def _reportable_row(kind: str, model: type[Any], texts: tuple[str, ...], target: str) -> Reportable | None:
    row = model.objects.filter(key=target).first()
    if row is None:
        return None
    text = "\n".join(part for name in texts if (part := getattr(row, name)))
    return Reportable(kind, row.key, row.name, row.get_absolute_url(), row.owner_id, row.hidden is not None, text)


def _may_see_reported_row(
    model: type[Any], takes_part: Callable[[Any, Person], bool], target: str, person: Person | None
) -> bool:
    row = model.objects.filter(key=target).first()
    if row is None or row.hidden is None:
        return row is not None
    return is_staff(person) or (person is not None and takes_part(row, person))


def _hide_event(target: str, hidden: bool) -> None:
    moment = timezone.now() if hidden else None
    # Raise the version, so that no cached page passes for the current page.
    Event.objects.filter(key=target).update(hidden=moment, version=F("version") + 1)
    event = Event.objects.get(key=target)
    notify(event.topic, event.version)


def _event_keys_of_groups(person: Person) -> Collection[str]:
    groups = groups_of_person(person)
    if not groups:
        return ()
    return list(Event.objects.filter(group__in=groups).exclude(owner=person).values_list("key", flat=True))
