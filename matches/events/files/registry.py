"""Which files an event has: name, media type, and what makes each of what is there now."""

from collections.abc import Callable, Mapping

from django.http import HttpResponse
from django.utils import timezone

from common.errors import Missing
from matches import exports as matches_exports
from matches.core.tournament.rules import ELIMINATION_FORMATS
from matches.events.files import exports as events_exports
from matches.events.paper.board import standings_pdf
from matches.events.paper.tree import bracket_pdf
from matches.events.read_models import EventView
from matches.models import Event, Round

BRACKET_FILE = "bracket.pdf"
EVENT_FILES: Mapping[str, tuple[str, Callable[[EventView], bytes | str]]] = {
    "standings.pdf": ("application/pdf", standings_pdf),
    BRACKET_FILE: ("application/pdf", bracket_pdf),
    "standings.csv": (
        "text/csv; charset=utf-8",
        lambda view: matches_exports.as_csv(events_exports.standings_rows(view)),
    ),
    "results.csv": ("text/csv; charset=utf-8", lambda view: matches_exports.as_csv(events_exports.results_rows(view))),
    "event.json": ("application/json", events_exports.event_as_json),
    "calendar.ics": ("text/calendar; charset=utf-8", events_exports.event_as_icalendar),
}


def media_types_of_files(event: Event) -> dict[str, str]:
    """The files an event has now, with their media types; a bracket only where there is a cut or a tree."""
    rounds = event.rounds.all() if event.format in ELIMINATION_FORMATS else event.rounds.filter(stage=Round.Stage.CUT)
    has_bracket = rounds.exists()
    return {name: kind for name, (kind, _made) in EVENT_FILES.items() if has_bracket or name != BRACKET_FILE}


def event_file(view: EventView, name: str) -> tuple[bytes | str, str]:
    """The content and media type of a file; raises `Missing`."""
    if name not in EVENT_FILES:
        raise Missing(matches_exports.FILE_NOT_FOUND, {"names": ", ".join(EVENT_FILES)})
    kind, made = EVENT_FILES[name]
    with timezone.override(view.event.time_zone):
        return made(view), kind


def file_response(content: bytes | str, kind: str, key: str, name: str) -> HttpResponse:
    """The response with a file of an event or a season, whose key begins the name."""
    head = {"Content-Disposition": f'attachment; filename="{key}-{name}"'}
    return HttpResponse(content, content_type=kind, headers=head)
