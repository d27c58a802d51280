"""Views of calendars: the public calendar with its feed, and the feed of a person’s events."""

from django.contrib import messages
from django.core.cache import cache
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.identity import person_of, renew_calendar_key
from accounts.models import Person
from common.errors import Missing, NotAllowed
from common.headers import allow_other_sites
from common.links import absolute_url
from common.text import gettext_noop
from matches.events.calendar.queries import MAX_EVENTS_IN_FEED, calendar_entries, icalendar_of_entries, listed_events
from matches.events.calendar.queries import events_in_feed as events_of_feed
from matches.events.queries import events_of_person
from matches.exports import calendar_feed_response

EVENTS_PER_PAGE = 30
FEED_CACHE_SECONDS = 300


@require_safe
def calendar_page(request: HttpRequest) -> HttpResponse:
    """Show upcoming events, or past events with `?past=1`."""
    past = request.GET.get("past") == "1"
    page = Paginator(listed_events(past=past), EVENTS_PER_PAGE).get_page(request.GET.get("page"))
    address = absolute_url(request, reverse("matches:calendar_feed"))
    return render(request, "matches/events/calendar.html", {"page": page, "past": past, "feed": address})


@require_safe
@allow_other_sites
def calendar_feed(request: HttpRequest) -> HttpResponse:
    """Return the calendar as iCalendar; cached for a while, or until an event is added, removed or hidden."""
    address, events = absolute_url(request, "/").rstrip("/"), events_of_feed()
    key = f"calendar-feed:{address}:{hash(tuple(event.pk for event in events))}"
    cached = cache.get_or_set(key, lambda: icalendar_of_entries(calendar_entries(events), address), FEED_CACHE_SECONDS)
    return calendar_feed_response(cached or b"", "ten-moons.ics", **{"Cache-Control": "no-cache"})


@require_POST
def renew_feed_link(request: HttpRequest) -> HttpResponse:
    person = person_of(request)
    if person is None:
        raise NotAllowed(gettext_noop("Join an event or log in to get a calendar."))
    renew_calendar_key(person)
    messages.success(request, _("This is your calendar link. Keep it to yourself."))
    return redirect("matches:events")


@require_safe
@never_cache
def personal_calendar_feed(request: HttpRequest, key: str) -> HttpResponse:
    """Return the dated events of the person with this key as iCalendar; for leagues, only their own matches."""
    person = Person.objects.filter(calendar_key=key, left=None).first() if key else None
    if person is None:
        raise Missing(gettext_noop("This calendar link doesn’t work. It may have been replaced."))
    mine = calendar_entries(events_of_person(person, limit=MAX_EVENTS_IN_FEED), person)
    content = icalendar_of_entries(mine, absolute_url(request, "/").rstrip("/"))
    return calendar_feed_response(content, "my-events.ics", **{"X-Robots-Tag": "noindex"})
