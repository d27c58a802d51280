"""Queries of the public calendar."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from django.db.models import Count, Q, QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.models import Person
from cards.hooks import ListedLink
from common.database.prepared import PreparedQuery
from common.random_keys import DEMO_KEY
from matches.models import Event, Pairing, Round

MAX_EVENTS_IN_FEED = 500
FEED_PAST_DAYS = timedelta(days=30)
# Maximum number of events on the home page.
MAX_CURRENT_EVENTS = 4
# Maximum number of events on an organiser’s page.
MAX_LISTED_BY = 6
_UPCOMING_EVENTS = PreparedQuery(
    lambda: (
        Event.objects.filter(listed=True, hidden=None, first_day__isnull=False)
        .exclude(status=Event.Status.FINISHED)
        .only("version")
    )
)


def listed_events(*, past: bool = False) -> QuerySet[Event]:
    """Return the events of the calendar: future events by day, or past events, latest first."""
    # Days end later in some time zones, so yesterday’s events still count as future.
    today = timezone.now().date() - timedelta(days=1)
    events = Event.objects.filter(listed=True, hidden=None, first_day__isnull=False).select_related("owner__user")
    events = events.annotate(size=Count("registrations", filter=Q(registrations__dropped=None)))
    if past:
        return events.filter(first_day__lt=today).order_by("-first_day", "-pk")
    return events.filter(first_day__gte=today).order_by("first_day", "start_time", "pk")


def current_events() -> list[Event]:
    """Return the listed events that are running or come next, soonest first, without events of the demo."""
    events = (
        listed_events().select_related(None).exclude(status=Event.Status.FINISHED).exclude(key__startswith=DEMO_KEY)
    )
    return list(events[:MAX_CURRENT_EVENTS])


def events_listed_by_person(author: Person) -> list[ListedLink]:
    """Return the events that this person put into the calendar, latest first, each with its day."""
    events = Event.objects.filter(owner=author, listed=True, hidden=None, first_day__isnull=False)
    return [
        ListedLink(event.name, event.get_absolute_url(), date_format(event.first_day))
        for event in events.order_by("-first_day", "-pk")[:MAX_LISTED_BY]
        if event.first_day
    ]


def versions_of_upcoming_events() -> list[tuple[int, int]]:
    """Return primary key and version of open listed events in one small query; `current_events` changes with them."""
    return [(event.pk, event.version) for event in _UPCOMING_EVENTS.rows()]


@dataclass(frozen=True, slots=True)
class CalendarEntry:
    """Entry of a calendar: an event, or a day of a league, whose `part` completes the entry’s id."""

    event: Event
    title: str
    day: date
    part: str = ""
    about: str = ""


def calendar_entries(
    events: Iterable[Event], person: Person | None = None, since: date = date.min
) -> list[CalendarEntry]:
    """Return entries for these events by day; a paired league has one for each round and each moved match.

    For a league that this person plays in, return only their matches. Days before `since` may be left out.
    """
    events = list(events)
    tables = list(
        Pairing.objects.filter(round__event__in=events, round__event__format=Event.Format.ROUND_ROBIN)
        .filter(Q(day__gte=since) | Q(round__day__gte=since))
        .filter(round__stage=Round.Stage.MAIN, b__isnull=False, a__withdrawal="", b__withdrawal="")
        .select_related("round", "a", "b")
        .order_by("round__number", "table")
    )
    mine = {
        pairing.pk
        for pairing in tables
        if person and pairing.b and person.pk in (pairing.a.person_id, pairing.b.person_id)
    }
    plays = {pairing.round.event_id for pairing in tables if pairing.pk in mine}
    days: dict[int, dict[tuple[date, int, int], list[Pairing]]] = {}
    for pairing in tables:
        day, own = pairing.played_on, pairing.round.event_id in plays
        if day is not None and (pairing.pk in mine or not own):
            moved = pairing.pk if own or day != pairing.round.day else 0
            days.setdefault(pairing.round.event_id, {}).setdefault((day, pairing.round.number, moved), []).append(
                pairing
            )
    entries = [
        CalendarEntry(event, event.name, event.first_day)
        for event in events
        if event.first_day and event.pk not in days
    ]
    for event in events:
        for (day, number, moved), pairs in days.get(event.pk, {}).items():
            names = [f"{pairing.a.name} – {pairing.b.name}" for pairing in pairs if pairing.b]
            title = names[0] if moved else _("round %(number)s") % {"number": number}
            part = f"-{number}-{moved}" if moved else f"-{number}"
            entries.append(CalendarEntry(event, f"{event.name}: {title}", day, part, "" if moved else "\n".join(names)))
    return sorted(entries, key=lambda entry: (entry.day, entry.event.start_time or time.min, entry.event.pk))


def icalendar_of_entries(entries: Iterable[CalendarEntry], address: str, name: str = "Ten Moons") -> bytes:
    """Return the entries as an iCalendar file with this name; `address` is the site’s URL without a final slash."""
    from icalendar import Calendar
    from icalendar import Event as Row

    calendar = Calendar()
    calendar.add("prodid", "-//Ten Moons//EN")
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", name)
    for entry in entries:
        event, row = entry.event, Row()
        row.add("uid", f"{event.key}{entry.part}@tenmoons")
        row.add("dtstamp", datetime.now(UTC))
        row.add("sequence", event.version)
        row.add("summary", entry.title)
        if address:
            row.add("url", f"{address}{event.get_absolute_url()}")
        if event.begins is not None and entry.day == event.first_day:
            row.add("dtstart", event.begins.astimezone(UTC))
            row.add("duration", timedelta(minutes=event.planned_minutes))
        else:
            row.add("dtstart", entry.day)
            row.add("dtend", entry.day + timedelta(days=1))
        if event.venue:
            row.add("location", event.venue)
        if entry.about or event.about:
            row.add("description", entry.about or event.about)
        calendar.add_component(row)
    return bytes(calendar.to_ical())


def events_in_feed() -> list[Event]:
    """Return up to `MAX_EVENTS_IN_FEED` events for the feed: events since a month ago, and running leagues."""
    since: date = timezone.now().date() - FEED_PAST_DAYS
    of_now = Q(first_day__gte=since) | Q(format=Event.Format.ROUND_ROBIN, status=Event.Status.RUNNING)
    events = Event.objects.filter(of_now, listed=True, hidden=None, first_day__isnull=False)
    return list(events.order_by("first_day", "pk")[:MAX_EVENTS_IN_FEED])
