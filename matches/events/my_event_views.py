"""Views of a player's own panel of an event, which renews itself on their phone."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.identity import person_of
from common.errors import Missing
from common.templatetags.way_back import BACK
from common.text import gettext_noop
from matches.events.presenters import my_event
from matches.events.queries import get_event, recent_view, version_of
from matches.play.view_helpers import NOTHING_NEW


@never_cache
@require_safe
def my_event_part(request: HttpRequest, key: str) -> HttpResponse:
    """The panel of the player who asks. `?since=N` is answered only when there is something newer."""
    since = request.GET.get("since")
    if since is not None and str(version_of(key)) == since:
        return HttpResponse(status=NOTHING_NEW)
    view, person = recent_view(key), person_of(request)
    context = my_event(view, person, view.current)
    if context["player"] is None:
        raise Missing(gettext_noop("You are not in this event."))
    return render(request, "matches/events/_my_event.html", context)


@require_safe
def to_decks(request: HttpRequest, key: str) -> HttpResponse:
    """Go to one's decks, where every page then leads back to this event."""
    event = get_event(key)
    request.session[BACK] = {"url": event.get_absolute_url(), "name": event.name}
    return redirect("decks:index")
