"""Views of draft tables: the organiser sees each, starts it, fills it with bots, moves it to paper, cancels it."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
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
    """Render the draft tables of an event, with an error if any; raises `NotAllowed` for all but its organiser."""
    event = event_by_key(key)
    if not has_permission(event, {}, person_of(request), Permission.PODS):
        raise NotAllowed(gettext_noop("Only the organiser of this event can see this page."))
    tables = draft_tables(event)
    rows = [(table, request.build_absolute_uri(table.pod.draft.get_absolute_url())) for table in tables]
    context = {"event": event, "tables": rows, "error": translated(refusal) if refusal else ""}
    context["blocked"] = services.blocked_pairs_at_tables(tables, person_of(request))
    status = status_of_error(refusal) if refusal else 200
    return render(request, "matches/events/draft_tables.html", context, status=status)


def _draft_table_view(change: Callable[..., object], done: Any) -> Callable[..., HttpResponse]:
    """Return a view of a form on the page, which calls a service and shows what was `done`, or an error on the page."""

    @require_POST
    def view(request: HttpRequest, key: str, **place: int) -> HttpResponse:
        try:
            change(by=person_of(request), key=key, **place)
        except DomainError as error:
            return _draft_tables_response(request, key, error)
        messages.success(request, done % place)
        return redirect("matches:event_draft_tables", key)

    return view


begin_table_draft_view = _draft_table_view(services.begin_table_draft, _("Pod %(number)s has started."))
play_by_bot = _draft_table_view(services.let_bot_play_seat, _("A bot has taken over in pod %(number)s."))
move_table_to_paper_view = _draft_table_view(
    services.move_table_to_paper, _("Pod %(number)s is drafting with real cards.")
)
cancel_draft_table_view = _draft_table_view(services.cancel_draft_table, _("Pod %(number)s is cancelled."))
restart_table_draft_view = _draft_table_view(services.restart_table_draft, _("Table %(number)s starts over."))
cancel_tables_view = _draft_table_view(
    services.cancel_all_tables, _("All pods are cancelled. Seat the players again on the event page.")
)
