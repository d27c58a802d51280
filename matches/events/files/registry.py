"""Which files an event has: name, media type, and what makes each of what is there now."""

from collections.abc import Callable, Mapping

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone

from common.errors import Missing
from common.links import absolute_url
from common.text import gettext_noop
from matches import exports as matches_exports
from matches.core.tournament.rules import ELIMINATION_FORMATS
from matches.events.files import exports as events_exports
from matches.events.paper.board import standings_pdf
from matches.events.paper.pairings import pairings_pdf
from matches.events.paper.poster import poster_pdf
from matches.events.paper.slips import slips
from matches.events.paper.tree import bracket_pdf
from matches.events.read_models import EventView, RoundView
from matches.models import Event, Round

BRACKET_FILE, POSTER_FILE = "bracket.pdf", "poster.pdf"


def round_by_number(view: EventView, number: int | None = None) -> RoundView:
    """Return a round, the last one without a number; raises `Missing`."""
    rounds = [each for each in view.rounds if number in (None, each.row.number)]
    if not rounds:
        raise Missing(gettext_noop("We couldn’t find that round."))
    return rounds[-1]


EVENT_FILES: Mapping[str, tuple[str, Callable[[EventView], bytes | str]]] = {
    "standings.pdf": ("application/pdf", standings_pdf),
    BRACKET_FILE: ("application/pdf", bracket_pdf),
    "pairings.pdf": ("application/pdf", lambda view: pairings_pdf(view, round_by_number(view))),
    "slips.pdf": ("application/pdf", lambda view: slips(view, round_by_number(view))),
    "standings.csv": (
        "text/csv; charset=utf-8",
        lambda view: matches_exports.as_csv(events_exports.standings_rows(view)),
    ),
    "results.csv": ("text/csv; charset=utf-8", lambda view: matches_exports.as_csv(events_exports.results_rows(view))),
    "event.json": ("application/json", events_exports.event_as_json),
    "calendar.ics": ("text/calendar; charset=utf-8", events_exports.event_as_icalendar),
}
EVENT_FILE_NAMES = [*EVENT_FILES, POSTER_FILE]


def media_types_of_files(event: Event) -> dict[str, str]:
    """The files an event has now, with their media types; a bracket only where there is a cut or a tree, pairings and
    slips of the last round only where there is one."""
    stages = set(event.rounds.values_list("stage", flat=True))
    missing = set() if stages else {"pairings.pdf", "slips.pdf"}
    if not (stages if event.format in ELIMINATION_FORMATS else Round.Stage.CUT in stages):
        missing.add(BRACKET_FILE)
    kinds = {name: kind for name, (kind, _made) in EVENT_FILES.items() if name not in missing}
    return kinds | {POSTER_FILE: "application/pdf"}


def event_file(request: HttpRequest, view: EventView, name: str) -> tuple[bytes | str, str]:
    """The content and media type of a file; raises `Missing`."""
    if name == POSTER_FILE:
        address = absolute_url(request, reverse("matches:event_short", args=[view.event.code]))
        return poster_pdf(view, address), "application/pdf"
    if name not in EVENT_FILES:
        raise Missing(matches_exports.FILE_NOT_FOUND, {"names": ", ".join(EVENT_FILE_NAMES)})
    kind, made = EVENT_FILES[name]
    with timezone.override(view.event.time_zone):
        return made(view), kind


def file_response(content: bytes | str, kind: str, key: str, name: str) -> HttpResponse:
    """The response with a file of an event or a season, whose key begins the name."""
    head = {"Content-Disposition": f'attachment; filename="{key}-{name}"'}
    return HttpResponse(content, content_type=kind, headers=head)
