"""Views of the public calendar: its page, and the feed that calendars subscribe to."""

from django.core.cache import cache
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from common.links import absolute_url
from matches.events.calendar.queries import calendar_of, feed, listed_events

PAGE_SIZE = 30
FEED_SECONDS = 300


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Events to come, or with `?past=1` those that are over."""
    past = request.GET.get("past") == "1"
    page = Paginator(listed_events(past=past), PAGE_SIZE).get_page(request.GET.get("page"))
    address = absolute_url(request, reverse("matches:calendar_feed"))
    return render(request, "matches/events/calendar.html", {"page": page, "past": past, "feed": address})


@require_safe
def calendar_feed(request: HttpRequest) -> HttpResponse:
    """The calendar as iCalendar; written once in a while, and at once when an event comes, goes or is hidden."""
    address, events = absolute_url(request, "/").rstrip("/"), feed()
    key = f"calendar-feed:{address}:{hash(tuple(event.pk for event in events))}"
    held: bytes | None = cache.get(key)
    if held is None:
        held = calendar_of(events, address)
        cache.set(key, held, FEED_SECONDS)
    answer = HttpResponse(held, content_type="text/calendar; charset=utf-8")
    answer["Content-Disposition"] = 'inline; filename="ten-moons.ics"'
    answer["Cache-Control"] = "no-cache"
    return answer
