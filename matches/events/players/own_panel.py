"""A player's own panel of an event, which renews itself on their phone, and what they report there."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.identity import person_of
from common.errors import Conflict, Invalid, Missing
from common.i18n import translated
from common.templatetags.base_page import BACK
from common.text import gettext_noop
from matches.events import result_services
from matches.events.etag import newest_only
from matches.events.forms import reported
from matches.events.presenters import my_event
from matches.events.queries import event_view, get_event, recent_view
from matches.events.read_models import EventView, PairingView, RoundView
from matches.events.results.taps import tap_of


@never_cache
@require_safe
@newest_only
def my_event_part(request: HttpRequest, key: str) -> HttpResponse:
    """The panel of the player who asks. `?since=N` is answered only when there is something newer."""
    view, person = recent_view(key), person_of(request)
    context = my_event(view, person, view.current)
    if context["player"] is None:
        return _not_in_event(request)
    return render(request, "matches/events/_my_event.html", context)


@require_POST
def report(request: HttpRequest, key: str) -> HttpResponse:
    """Report a result as a player at the table; answered with their panel alone, for a page that puts it in."""
    person, typed = person_of(request), request.POST.dict()
    table, error = None, None
    try:
        pairing, crystals = reported(typed)
        tap = tap_of(request, typed)
        table = result_services.report(by=person, key=key, pairing=pairing, crystals=crystals, tap=tap)
    except (Conflict, Invalid, Missing) as refused:
        error = refused
    view, round_ = _view_with_round(key, table)
    context = my_event(view, person, round_, typed=typed if error else None, table=table)
    if context["player"] is None:
        return _not_in_event(request)
    message = translated(error) if error else ""
    return render(request, "matches/events/_my_event.html", {**context, "refusal": message, "is_answer": True})


def _not_in_event(request: HttpRequest) -> HttpResponse:
    """For an open panel of somebody who was taken off the list: says so, and does not ask again. Raises `Missing`."""
    if not getattr(request, "htmx", False):
        raise Missing(gettext_noop("You’re not in this event."))
    return render(request, "matches/entry/_not_in_event.html")


def _view_with_round(key: str, table: PairingView | None) -> tuple[EventView, RoundView | None]:
    """The event and the round of a table, or the current one; what is cached may be of before the round was paired."""
    view = recent_view(key)
    if table is None:
        return view, view.current
    pk = table.row.round_id
    if all(each.row.pk != pk for each in view.rounds):
        view = event_view(key)
    return view, next((each for each in view.rounds if each.row.pk == pk), view.current)


@require_safe
def to_decks(request: HttpRequest, key: str) -> HttpResponse:
    """Go to one's decks, where every page then leads back to this event."""
    event = get_event(key)
    request.session[BACK] = {"url": event.get_absolute_url(), "name": event.name}
    return redirect("decks:index")
