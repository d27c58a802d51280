"""Views of the list of players: who is in, whose deck is missing, and dropping with one tap."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.identity import person_of
from common.errors import NotAllowed
from common.text import gettext_noop, whole_number
from matches.core.names import initial, sort_key
from matches.core.tournament import Deed
from matches.events.entry.queries import requests_of
from matches.events.queries import event_view, notes_of, version_of
from matches.models import Registration
from matches.play.view_helpers import NOTHING_NEW

# In a longer list a player is found by initial.
MAX_UNSORTED_PLAYERS = 60


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
    dropped = whole_number(request.GET.get("dropped", ""))
    players = sorted(view.players, key=lambda player: sort_key(player.name))
    context = {
        "view": view,
        "event": view.event,
        "players": players,
        "initials": _initials(players),
        "notes": notes_of(view.event),
        "asking": requests_of(view.event),
        "gone": next((player for player in players if dropped == player.number and player.dropped), None),
    }
    return render(request, "matches/players/index.html", context)


def _initials(players: list[Registration]) -> dict[int, str]:
    """The number of the first player of each initial, where the list is long; empty where it is not."""
    if len(players) <= MAX_UNSORTED_PLAYERS:
        return {}
    first: dict[str, int] = {}
    for player in players:
        first.setdefault(initial(player.name), player.number)
    return {number: letter for letter, number in first.items()}
