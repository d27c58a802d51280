"""The calendar of everything somebody plays, owns or helps at, by a secret address that they can renew."""

import secrets

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.identity import person_of
from accounts.models import Person
from common.errors import Missing, NotAllowed
from common.links import absolute_url
from common.text import gettext_noop
from matches.events.calendar.queries import MAX_IN_FEED, calendar_of
from matches.events.queries import events_of

KEY_BYTES = 18


@require_POST
def renew(request: HttpRequest) -> HttpResponse:
    """Make the address, or another one; the old one opens nothing any more."""
    person = person_of(request)
    if person is None:
        raise NotAllowed(gettext_noop("Enter an event or log in first; then you have a calendar."))
    Person.objects.filter(pk=person.pk).update(calendar_key=secrets.token_urlsafe(KEY_BYTES))
    messages.success(request, _("This is the address of your calendar. Keep it to yourself."))
    return redirect("matches:events")


@require_safe
@never_cache
def feed(request: HttpRequest, key: str) -> HttpResponse:
    """All events of the person with this address that have a day, as iCalendar."""
    person = Person.objects.filter(calendar_key=key, left=None).first() if key else None
    if person is None:
        raise Missing(gettext_noop("There is no calendar at this address; perhaps it was renewed."))
    mine = [event for event in events_of(person, limit=MAX_IN_FEED) if event.first_day is not None]
    content = calendar_of(mine, absolute_url(request, "/").rstrip("/"))
    answer = HttpResponse(content, content_type="text/calendar; charset=utf-8")
    answer["Content-Disposition"] = 'inline; filename="my-events.ics"'
    answer["X-Robots-Tag"] = "noindex"
    return answer
