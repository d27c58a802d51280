"""Views of the list of players: who is in, whose deck is missing, and dropping with one tap."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.identity import person_of
from common.errors import NotAllowed
from common.text import gettext_noop
from matches.core.names import sort_key
from matches.core.tournament import Deed
from matches.events.entry.queries import asks_for_places, requests_of
from matches.events.queries import event_view, notes_of, version_of
from matches.play.view_helpers import NOTHING_NEW


@never_cache
@require_safe
def players(request: HttpRequest, key: str) -> HttpResponse:
    """Everybody in the event by name. `?since=N` is answered only when there is something newer."""
    since = request.GET.get("since")
    if since is not None and str(version_of(key)) == since:
        return HttpResponse(status=NOTHING_NEW)
    view, person = event_view(key), person_of(request)
    if not view.can(person, Deed.NOTES):
        raise NotAllowed(gettext_noop("Only the desk of this event sees this page."))
    context = {
        "view": view,
        "event": view.event,
        "players": sorted(view.players, key=lambda player: sort_key(player.name)),
        "notes": notes_of(view.event),
        "asking": requests_of(view.event) if asks_for_places(view.event) else (),
    }
    return render(request, "matches/players/index.html", context)
