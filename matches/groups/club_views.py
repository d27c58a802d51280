"""Views of clubs: the public list and their calendars."""

from datetime import timedelta

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts.identity import person_of
from common.headers import for_other_sites
from common.links import absolute_url
from matches.events.calendar.queries import MAX_IN_FEED, PAST_IN_FEED, calendar_of
from matches.groups import clubs
from matches.groups.clubs import evenings_of
from matches.play.permissions import may_organise
from matches.play.queries import get_group

PAGE_SIZE = 30
FEED_SECONDS = 300


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    page = Paginator(clubs.listed_clubs(timezone.localdate()), PAGE_SIZE).get_page(request.GET.get("page"))
    return render(request, "matches/clubs/index.html", {"page": page})


@require_safe
def calendar(request: HttpRequest, key: str) -> HttpResponse:
    """List the evenings to come, or with `?past=1` the past ones."""
    group, past, today = get_group(key), request.GET.get("past") == "1", timezone.localdate()
    evenings = evenings_of(group, last=today - timedelta(days=1))[::-1] if past else evenings_of(group, today)
    context = {
        "group": group,
        "here": "calendar",
        "page": Paginator(evenings, PAGE_SIZE).get_page(request.GET.get("page")),
        "past": past,
        "feed": absolute_url(request, reverse("matches:group_feed", args=[group.key])),
        "is_owner": may_organise(person_of(request), group),
    }
    return render(request, "matches/clubs/calendar.html", context)


@require_safe
@for_other_sites
def feed(request: HttpRequest, key: str) -> HttpResponse:
    """Return the evenings as iCalendar: the last month and all to come, at most `MAX_IN_FEED`."""
    group = get_group(key)
    evenings = evenings_of(group, timezone.localdate() - PAST_IN_FEED)[:MAX_IN_FEED]
    content = calendar_of(evenings, absolute_url(request, "/").rstrip("/"), group.name)
    answer = HttpResponse(content, content_type="text/calendar; charset=utf-8")
    answer["Content-Disposition"] = 'inline; filename="club.ics"'
    answer["Cache-Control"] = f"public, max-age={FEED_SECONDS}"
    return answer
