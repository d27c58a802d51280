"""The files of an event: standings and results as CSV and JSON, a calendar, and papers to print."""

import json
from collections.abc import Callable, Mapping

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from common.errors import Missing
from common.i18n import translated
from common.links import absolute_url
from common.text import gettext_noop
from matches.core.standings import criteria_with_column
from matches.core.tournament.elimination import FinalPlace
from matches.core.tournament.rules import ELIMINATION_FORMATS
from matches.events.bracket_queries import final_places, table_name
from matches.events.calendar.queries import calendar_entries, icalendar_of_entries
from matches.events.paper.sheets import pairings_pdf, poster_pdf, result_slips_pdf
from matches.events.paper.standings_sheet import standings_pdf
from matches.events.paper.tree import bracket_pdf
from matches.events.placings import elimination_placings
from matches.events.read_models import LoadedEvent, LoadedRound
from matches.exports import FILE_NOT_FOUND, as_csv
from matches.models import Event, Round

_STANDINGS_COLUMNS = (
    "points", "won", "drawn", "lost", "byes", "crystals_for", "crystals_against", "difference", "opponents"
)  # fmt: skip


def standings_rows(loaded: LoadedEvent) -> list[dict[str, object]]:
    """Return the table as plain values for every file format, in the order of the final ranking, if any.

    An elimination event has no table, only places by the round reached.
    """
    if loaded.bracket_tree:
        return elimination_placing_rows(loaded)
    final = {final_row.player.pk: final_row.place for final_row in final_places(loaded)}
    order = {pk: number for number, pk in enumerate(final)}
    places = sorted(loaded.standings, key=lambda standing: order.get(standing.player.pk, 0))
    return [
        {
            **_final_place_columns(final.get(standing.player.pk)),
            "place": standing.line.place,
            "shared": standing.line.shared,
            "number": standing.player.number,
            "player": standing.player.name,
            **{name: getattr(standing.line, name) for name in _STANDINGS_COLUMNS},
            **{
                name: _plain_number(standing.line.values[name])
                for name in criteria_with_column(loaded.event.tie_breaks)
            },
            "reason": translated(standing.why),
        }
        for standing in places
    ]


def _plain_number(value: float) -> float:
    return int(value) if value == int(value) else round(value, 3)


def elimination_placing_rows(loaded: LoadedEvent) -> list[dict[str, object]]:
    """Return the places of an elimination event: how far each player got, and their wins and losses."""
    return [
        {
            **_final_place_columns(placing.place),
            "number": placing.player.number,
            "player": placing.player.name,
            "reached": placing.reached,
            "won": placing.won,
            "lost": placing.lost,
            "crystals_for": placing.crystals[0],
            "crystals_against": placing.crystals[1],
        }
        for placing in elimination_placings(loaded)
    ]


def _final_place_columns(final_place: FinalPlace | None) -> dict[str, object]:
    """Return the columns of the final place, the first in every file; empty for an event without a bracket."""
    return {} if final_place is None else {"final_place": final_place.first, "final_last": final_place.last}


def results_rows(loaded: LoadedEvent) -> list[dict[str, object]]:
    """Return every table of every round; crystals are empty without a result."""
    return [
        {
            "round": round_.row.number,
            "stage": round_.row.stage,
            "table": pairing.row.table,
            "a": pairing.a.name,
            "b": pairing.b.name if pairing.b else None,
            "crystals_a": pairing.crystals[0] if pairing.outcome and pairing.b else None,
            "crystals_b": pairing.crystals[1] if pairing.outcome and pairing.b else None,
            "outcome": pairing.outcome.value if pairing.outcome else None,
            "games_a": pairing.games[0] if pairing.games else None,
            "games_b": pairing.games[1] if pairing.games else None,
            "name": translated(table_name(loaded, round_, pairing)),
        }
        for round_ in loaded.rounds
        for pairing in round_.pairings
    ]


def event_as_json(loaded: LoadedEvent) -> str:
    event: dict[str, object] = {
        "key": loaded.event.key,
        "name": loaded.event.name,
        "format": loaded.event.format,
        "status": loaded.event.status,
    }
    event |= {"day": loaded.event.first_day and loaded.event.first_day.isoformat(), "venue": loaded.event.venue}
    body = {
        "event": event,
        "final": [
            {
                "place": final_row.place.first,
                "last": final_row.place.last,
                "number": final_row.player.number,
                "player": final_row.player.name,
            }
            for final_row in final_places(loaded)
        ],
        "standings": _rows_in_table_order(loaded),
        "results": results_rows(loaded),
    }
    return json.dumps(body, ensure_ascii=False, indent=2)


def _rows_in_table_order(loaded: LoadedEvent) -> list[dict[str, object]]:
    """Return the rows in the order of the table after the rounds; for an elimination event, by place."""
    if loaded.bracket_tree:
        return elimination_placing_rows(loaded)
    places = {standing.player.number: index for index, standing in enumerate(loaded.standings)}
    return sorted(standings_rows(loaded), key=lambda row: places[int(str(row["number"]))])


def event_as_icalendar(loaded: LoadedEvent) -> bytes:
    """Return the day and time (if known) of an event as iCalendar; for a league, each day with its matches.

    If `SITE_URL` is set, each entry links to the event’s page. Raises `Missing` for an event without a day.
    """
    entries = calendar_entries([loaded.event])
    if not entries:
        raise Missing(gettext_noop("This event has no day yet."))
    return icalendar_of_entries(entries, settings.SITE_URL.rstrip("/"), loaded.event.name)


BRACKET_FILE, CALENDAR_FILE, POSTER_FILE = "bracket.pdf", "calendar.ics", "poster.pdf"


def round_by_number(loaded: LoadedEvent, number: int | None = None) -> LoadedRound:
    """Return the round with this number, or the last round without a number; raises `Missing`."""
    rounds = [round_ for round_ in loaded.rounds if number in (None, round_.row.number)]
    if not rounds:
        raise Missing(gettext_noop("We couldn’t find that round."))
    return rounds[-1]


EVENT_FILES: Mapping[str, Callable[[LoadedEvent], bytes | str]] = {
    "standings.pdf": standings_pdf,
    BRACKET_FILE: bracket_pdf,
    "pairings.pdf": lambda loaded: pairings_pdf(loaded, round_by_number(loaded)),
    "slips.pdf": lambda loaded: result_slips_pdf(loaded, round_by_number(loaded)),
    "standings.csv": lambda loaded: as_csv(standings_rows(loaded)),
    "results.csv": lambda loaded: as_csv(results_rows(loaded)),
    "event.json": event_as_json,
    CALENDAR_FILE: event_as_icalendar,
}
EVENT_FILE_NAMES = [*EVENT_FILES, POSTER_FILE]


def available_file_names(event: Event) -> list[str]:
    """Return the names of the files that an event has now: a bracket once it is drawn, pairings and slips once a round
    is paired, a calendar once it has a day."""
    stages = set(event.rounds.values_list("stage", flat=True))
    missing = set() if stages else {"pairings.pdf", "slips.pdf"}
    if not (stages if event.format in ELIMINATION_FORMATS else Round.Stage.CUT in stages):
        missing.add(BRACKET_FILE)
    if not calendar_entries([event]):
        missing.add(CALENDAR_FILE)
    return [name for name in EVENT_FILE_NAMES if name not in missing]


def event_file(request: HttpRequest, loaded: LoadedEvent, name: str) -> bytes | str:
    """Return the content of a file; raises `Missing`."""
    if name == POSTER_FILE:
        return poster_pdf(loaded, absolute_url(request, reverse("matches:event_short", args=[loaded.event.code])))
    if name not in EVENT_FILES:
        raise Missing(FILE_NOT_FOUND, {"names": ", ".join(EVENT_FILE_NAMES)})
    with timezone.override(loaded.event.time_zone):
        return EVENT_FILES[name](loaded)
