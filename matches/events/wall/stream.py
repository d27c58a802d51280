"""The overlay of a stream: standings, one table and the clock."""

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_safe

from common.text import parse_whole_number
from matches.events.etag import newest_only, not_modified_for_anonymous, with_etag_of_view
from matches.events.final_queries import final_places
from matches.events.queries import recent_event_view
from matches.events.read_models import EventView, PairingView

OVERLAY_PARTS = ("clock", "table", "standings", "announcement")
MAX_STANDINGS_LINES = 8


@require_safe
@not_modified_for_anonymous
@xframe_options_sameorigin
@newest_only
def stream_overlay_page(request: HttpRequest, key: str) -> HttpResponse:
    """The parts named by `?show=clock,table,standings,announcement` (all of them), and the table `?table=N`.

    Without a table it is the first that is still being played. `?since=N` is answered only when something is newer.
    """
    view = recent_event_view(key)
    parts = [part for part in request.GET.get("show", "").split(",") if part in OVERLAY_PARTS]
    query = {name: request.GET[name] for name in ("show", "table") if name in request.GET}
    context = {
        "view": view,
        "event": view.event,
        "round": view.current,
        "show": parts or OVERLAY_PARTS,
        "pairing": _table_by_number(view, parse_whole_number(request.GET.get("table", ""), digits=5)),
        "final": final_places(view)[:MAX_STANDINGS_LINES],
        "places": view.places[:MAX_STANDINGS_LINES] if view.rounds else (),
        "renewal_query": f"&{urlencode(query)}",
    }
    return with_etag_of_view(request, render(request, "matches/stream/overlay.html", context), view)


def _table_by_number(view: EventView, number: int | None) -> PairingView | None:
    tables = view.current.pairings if view.current else ()
    if number is not None:
        return next((table for table in tables if table.row.table == number), None)
    playing = (table for table in tables if table.b is not None and table.outcome is None)
    return next(playing, tables[0] if tables else None)
