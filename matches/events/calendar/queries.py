"""Queries of the public calendar."""

from datetime import UTC, date, datetime, timedelta

from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from common.database.prepared import PreparedQuery
from common.keys import DEMO
from matches.models import Event

MAX_IN_FEED = 500
PAST_IN_FEED = timedelta(days=30)
# On the home page.
MAX_NOW = 4
_TO_COME = PreparedQuery(
    lambda: (
        Event.objects.filter(listed=True, hidden=None, first_day__isnull=False)
        .exclude(status=Event.Status.FINISHED)
        .only("version")
    )
)


def listed_events(*, past: bool = False) -> QuerySet[Event]:
    """The events of the calendar: those to come by day, or those that are past, the latest first."""
    # A day ends at different hours; an event of today's eve is still worth being seen.
    today = timezone.now().date() - timedelta(days=1)
    rows = Event.objects.filter(listed=True, hidden=None, first_day__isnull=False).select_related("owner__user")
    rows = rows.annotate(size=Count("registrations", filter=Q(registrations__dropped=None)))
    if past:
        return rows.filter(first_day__lt=today).order_by("-first_day", "-pk")
    return rows.filter(first_day__gte=today).order_by("first_day", "start_time", "pk")


def events_now() -> list[Event]:
    """The listed events that are played just now or come next, soonest first; those of the demo are shown as such."""
    rows = listed_events().exclude(status=Event.Status.FINISHED).exclude(key__startswith=DEMO)
    return list(rows[:MAX_NOW])


def versions_to_come() -> list[tuple[int, int]]:
    """Which listed events have not ended, each with its version; another answer than before means that what
    `events_now` says may be another, too. One tiny query."""
    return [(event.pk, event.version) for event in _TO_COME.rows()]


def calendar_of(events: list[Event], address: str, name: str = "Ten Moons") -> bytes:
    """Events as an iCalendar file with a name; `address` is that of the site, without a slash at its end."""
    from icalendar import Calendar
    from icalendar import Event as Entry

    calendar = Calendar()
    calendar.add("prodid", "-//Ten Moons//EN")
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", name)
    for event in events:
        entry = Entry()
        entry.add("uid", f"{event.key}@tenmoons")
        entry.add("dtstamp", datetime.now(UTC))
        entry.add("sequence", event.version)
        entry.add("summary", event.name)
        entry.add("url", f"{address}{event.get_absolute_url()}")
        if event.begins is not None:
            entry.add("dtstart", event.begins.astimezone(UTC))
        elif event.first_day is not None:
            entry.add("dtstart", event.first_day)
            entry.add("dtend", event.first_day + timedelta(days=1))
        if event.venue:
            entry.add("location", event.venue)
        if event.about:
            entry.add("description", event.about)
        calendar.add_component(entry)
    return bytes(calendar.to_ical())


def feed() -> list[Event]:
    """The events of the feed: a month back and all that is to come, at most `MAX_IN_FEED`."""
    since: date = timezone.now().date() - PAST_IN_FEED
    rows = Event.objects.filter(listed=True, hidden=None, first_day__gte=since).order_by("first_day", "pk")
    return list(rows[:MAX_IN_FEED])
