"""Views of draft tables: the organiser sees each, begins it, gives it bots or paper, calls it off."""

from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.identity import person_of
from common.error_responses import status_of_error
from common.errors import DomainError, NotAllowed
from common.i18n import translated
from common.text import gettext_noop
from matches.core.tournament import Permission
from matches.events.draft_tables import services
from matches.events.draft_tables.services import draft_tables
from matches.events.queries import event_by_key
from matches.events.read_models import has_permission


@never_cache
@require_safe
def draft_tables_page(request: HttpRequest, key: str) -> HttpResponse:
    return _draft_tables_response(request, key)


def _draft_tables_response(request: HttpRequest, key: str, refusal: DomainError | None = None) -> HttpResponse:
    """Render the draft tables of an event, with what was refused; raises `NotAllowed` for all but its organiser."""
    event = event_by_key(key)
    if not has_permission(event, {}, person_of(request), Permission.PODS):
        raise NotAllowed(gettext_noop("Only the organiser of this event can see this page."))
    rows = [(table, request.build_absolute_uri(table.pod.draft.get_absolute_url())) for table in draft_tables(event)]
    context = {"event": event, "tables": rows, "error": translated(refusal) if refusal else ""}
    status = status_of_error(refusal) if refusal else 200
    return render(request, "matches/events/draft_tables.html", context, status=status)


def _draft_table_action(act: Callable[..., str]) -> Callable[..., HttpResponse]:
    """A view of a form of the page: `act` calls a service and returns the message; a refusal is shown on the page."""

    @require_POST
    @wraps(act)
    def view(request: HttpRequest, key: str, **place: int) -> HttpResponse:
        try:
            messages.success(request, act(request, key, **place))
        except DomainError as error:
            return _draft_tables_response(request, key, error)
        return redirect("matches:event_draft_tables", key)

    return view


@_draft_table_action
def begin_table_draft_view(request: HttpRequest, key: str, number: int) -> str:
    services.begin_table_draft(by=person_of(request), key=key, number=number)
    return _("Pod %(number)s has started.") % {"number": number}


@_draft_table_action
def play_by_bot(request: HttpRequest, key: str, number: int, seat: int) -> str:
    services.let_bot_play_seat(by=person_of(request), key=key, number=number, seat_number=seat)
    return _("A bot has taken over in pod %(number)s.") % {"number": number}


@_draft_table_action
def move_table_to_paper_view(request: HttpRequest, key: str, number: int) -> str:
    """Draft a table with real cards instead."""
    services.move_table_to_paper(by=person_of(request), key=key, number=number)
    return _("Pod %(number)s is drafting with real cards.") % {"number": number}


@_draft_table_action
def cancel_draft_table_view(request: HttpRequest, key: str, number: int) -> str:
    services.cancel_draft_table(by=person_of(request), key=key, number=number)
    return _("Pod %(number)s is cancelled.") % {"number": number}


@_draft_table_action
def restart_table_draft_view(request: HttpRequest, key: str, number: int) -> str:
    """Begin a table's draft again, with the same players in their seats."""
    services.restart_table_draft(by=person_of(request), key=key, number=number)
    return _("Table %(number)s starts over.") % {"number": number}


@_draft_table_action
def cancel_tables_view(request: HttpRequest, key: str) -> str:
    """Call off all tables, so that the players can be seated again."""
    services.cancel_all_tables(by=person_of(request), key=key)
    return _("All pods are cancelled. Seat the players again on the event page.")
