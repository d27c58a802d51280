"""Views of history: what changed, when, by whom; going back; names of versions."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.identity import person_of
from cards.catalogue.queries import catalogue
from common.error_responses import errors_as_messages
from common.errors import Invalid
from decks.deck.queries import editable_deck
from decks.history import services
from decks.history.presenters import version_summaries

VERSIONS_PER_PAGE = 30


@require_safe
def history_page(request: HttpRequest, key: str) -> HttpResponse:
    row = editable_deck(key, person_of(request))
    pages = Paginator(row.changes.select_related("person__user"), VERSIONS_PER_PAGE)
    page = pages.get_page(request.GET.get("page"))
    # One more than displayed, so that the last of the page can be compared.
    start = page.start_index() - 1 if page.paginator.count else 0
    changes = list(row.changes.select_related("person__user")[max(0, start) : max(0, start) + VERSIONS_PER_PAGE + 1])
    names = dict(row.version_names.values_list("version", "name"))
    versions = version_summaries(changes, names, catalogue(row.game))[:VERSIONS_PER_PAGE]
    return render(request, "decks/history/index.html", {"row": row, "page": page, "versions": versions})


@require_POST
def restore_version_view(request: HttpRequest, key: str, version: int) -> HttpResponse:
    services.restore_version(key=key, person=person_of(request), version=version)
    messages.success(
        request, _("Version %(version)d restored. What was there before is in the history.") % {"version": version}
    )
    return redirect("decks:edit", key)


@require_POST
def name_version_view(request: HttpRequest, key: str, version: int) -> HttpResponse:
    with errors_as_messages(request, Invalid):
        services.name_version(key=key, person=person_of(request), version=version, name=request.POST.get("name", ""))
    return redirect("decks:history", key)
