"""Files of an event to read or print: exports, result slips, pairings, the poster."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from common.errors import Missing
from common.links import absolute_url
from common.text import gettext_noop
from matches.events.etag import not_modified_for_anonymous
from matches.events.files.registry import event_file, file_response
from matches.events.paper.pairings import pairings_pdf
from matches.events.paper.poster import poster_pdf
from matches.events.paper.slips import slips
from matches.events.queries import event_view
from matches.events.read_models import EventView, RoundView

_ROUND_PAPERS: dict[str, Callable[[EventView, RoundView], bytes]] = {"slips": slips, "pairings": pairings_pdf}


@require_safe
@not_modified_for_anonymous
def round_paper(request: HttpRequest, key: str, number: int, paper: str) -> HttpResponse:
    """The result slips of a round, or its pairings by name."""
    view = event_view(key)
    round_ = next((each for each in view.rounds if each.row.number == number), None)
    if round_ is None:
        raise Missing(gettext_noop("We couldn’t find that round."))
    with timezone.override(view.event.time_zone):
        content = _ROUND_PAPERS[paper](view, round_)
    return file_response(content, "application/pdf", view.event.key, f"{paper}-{number}.pdf")


@require_safe
@not_modified_for_anonymous
def event_file_view(request: HttpRequest, key: str, name: str) -> HttpResponse:
    """A file by its name, or the poster with the address of the event."""
    view = event_view(key)
    if name == "poster.pdf":
        address = absolute_url(request, reverse("matches:event_short", args=[view.event.code]))
        return file_response(poster_pdf(view, address), "application/pdf", key, name)
    return file_response(*event_file(view, name), key, name)
