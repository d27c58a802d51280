"""Views of draft tables: the organiser sees each, begins it, gives it bots or paper, calls it off."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.identity import person_of
from common.error_responses import status_of
from common.errors import DomainError, Missing, NotAllowed
from common.i18n import translated
from common.text import gettext_noop, whole_number
from matches.core.tournament import Permission
from matches.events.draft_tables import services
from matches.events.draft_tables.services import draft_tables
from matches.events.queries import get_event
from matches.events.read_models import can


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def tables(request: HttpRequest, key: str) -> HttpResponse:
    event = get_event(key)
    if not can(event, {}, person_of(request), Permission.PODS):
        raise NotAllowed(gettext_noop("Only the organiser of this event can see this page."))
    error: DomainError | None = None
    if request.method == "POST":
        done = _ACTIONS.get(request.POST.get("what", ""))
        if done is None:
            raise Missing(gettext_noop("Unknown action."))
        try:
            messages.success(request, done(request, event.key))
            return redirect("matches:event_draft_tables", event.key)
        except DomainError as caught:
            error = caught
    rows = [(table, request.build_absolute_uri(table.pod.draft.get_absolute_url())) for table in draft_tables(event)]
    context = {"event": event, "tables": rows, "error": translated(error) if error else ""}
    status = status_of(error) if error else 200
    return render(request, "matches/events/draft_tables.html", context, status=status)


def _number(request: HttpRequest, name: str) -> int:
    number = whole_number(request.POST.get(name, ""), digits=5)
    if number is None:
        raise Missing(gettext_noop("We couldn’t find that pod in this event."))
    return number


def _begin(request: HttpRequest, key: str) -> str:
    number = _number(request, "number")
    services.begin(by=person_of(request), key=key, number=number)
    return _("Pod %(number)s has started.") % {"number": number}


def _bot(request: HttpRequest, key: str) -> str:
    number, seat = _number(request, "number"), _number(request, "seat")
    services.play_by_bot(by=person_of(request), key=key, number=number, seat_number=seat)
    return _("A bot has taken over in pod %(number)s.") % {"number": number}


def _paper(request: HttpRequest, key: str) -> str:
    number = _number(request, "number")
    services.to_paper(by=person_of(request), key=key, number=number)
    return _("Pod %(number)s is drafting with real cards.") % {"number": number}


def _call_off(request: HttpRequest, key: str) -> str:
    number = _number(request, "number")
    services.call_off(by=person_of(request), key=key, number=number)
    return _("Pod %(number)s is cancelled.") % {"number": number}


def _reset(request: HttpRequest, key: str) -> str:
    number = _number(request, "number")
    services.reset(by=person_of(request), key=key, number=number)
    return _("Table %(number)s starts over.") % {"number": number}


def _seat_anew(request: HttpRequest, key: str) -> str:
    services.seat_anew(by=person_of(request), key=key)
    return _("All pods are cancelled. Seat the players again on the event page.")


_ACTIONS: dict[str, Callable[[HttpRequest, str], str]] = {
    "begin": _begin,
    "bot": _bot,
    "paper": _paper,
    "call_off": _call_off,
    "reset": _reset,
    "seat_anew": _seat_anew,
}
