"""Files of an event to read or print: exports, result slips, pairings, the poster."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from matches.events.etag import not_modified_for_anonymous
from matches.events.files.registry import event_file, file_response, round_by_number
from matches.events.paper.pairings import pairings_pdf
from matches.events.paper.slips import slips
from matches.events.queries import event_view
from matches.events.read_models import EventView, RoundView

_ROUND_PAPERS: dict[str, Callable[[EventView, RoundView], bytes]] = {"slips": slips, "pairings": pairings_pdf}


@require_safe
@not_modified_for_anonymous
def round_paper(request: HttpRequest, key: str, number: int, paper: str) -> HttpResponse:
    """The result slips of a round, or its pairings by name."""
    view = event_view(key)
    round_ = round_by_number(view, number)
    with timezone.override(view.event.time_zone):
        content = _ROUND_PAPERS[paper](view, round_)
    return file_response(content, "application/pdf", view.event.key, f"{paper}-{number}.pdf")


@require_safe
@not_modified_for_anonymous
def event_file_view(request: HttpRequest, key: str, name: str) -> HttpResponse:
    """A file by its name."""
    return file_response(*event_file(request, event_view(key), name), key, name)
