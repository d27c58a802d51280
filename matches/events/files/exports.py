"""Exports of an event: standings and results as CSV and JSON, and a calendar."""

import json

from django.conf import settings

from common.i18n import translated
from matches.core.standings import criteria_with_column
from matches.core.tournament.final_ranking import FinalPlace
from matches.events.calendar.queries import calendar_entries, icalendar_of_entries
from matches.events.final_queries import final_places
from matches.events.placings import placings
from matches.events.read_models import EventView
from matches.events.rounds.names import table_name


def standings_rows(view: EventView) -> list[dict[str, object]]:
    """The table as plain values, the same in every form; in the order of the final ranking where there is one.

    A knock-out has no table, only the places by the rounds reached.
    """
    if view.tree:
        return knockout_placing_rows(view)
    final = {each.player.pk: each.place for each in final_places(view)}
    order = {pk: number for number, pk in enumerate(final)}
    places = sorted(view.places, key=lambda place: order.get(place.player.pk, 0))
    return [
        {
            **_final_place_columns(final.get(place.player.pk)),
            "place": place.line.place,
            "shared": place.line.shared,
            "number": place.player.number,
            "player": place.player.name,
            "points": place.line.points,
            "won": place.line.won,
            "drawn": place.line.drawn,
            "lost": place.line.lost,
            "byes": place.line.byes,
            "crystals_for": place.line.crystals_for,
            "crystals_against": place.line.crystals_against,
            "difference": place.line.difference,
            "opponents": place.line.opponents,
            **{name: _plain_number(place.line.values[name]) for name in criteria_with_column(view.event.tie_breaks)},
            "reason": translated(place.why),
        }
        for place in places
    ]


def _plain_number(value: float) -> float:
    return int(value) if value == int(value) else round(value, 3)


def knockout_placing_rows(view: EventView) -> list[dict[str, object]]:
    """The places of a knock-out: how far each player came, and what they won and lost on the way."""
    return [
        {
            **_final_place_columns(each.place),
            "number": each.player.number,
            "player": each.player.name,
            "reached": each.reached,
            "won": each.won,
            "lost": each.lost,
            "crystals_for": each.crystals[0],
            "crystals_against": each.crystals[1],
        }
        for each in placings(view)
    ]


def _final_place_columns(place: FinalPlace | None) -> dict[str, object]:
    """The final place, first in every file; nothing where the event has no cut."""
    return {} if place is None else {"final_place": place.first, "final_last": place.last}


def results_rows(view: EventView) -> list[dict[str, object]]:
    """Every table of every round; crystals are empty where nothing has come out yet."""
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
            "name": translated(table_name(view, round_, pairing)),
        }
        for round_ in view.rounds
        for pairing in round_.pairings
    ]


def event_as_json(view: EventView) -> str:
    event: dict[str, object] = {
        "key": view.event.key,
        "name": view.event.name,
        "format": view.event.format,
        "status": view.event.status,
    }
    event |= {"day": view.event.first_day and view.event.first_day.isoformat(), "venue": view.event.venue}
    body = {
        "event": event,
        "final": [
            {
                "place": each.place.first,
                "last": each.place.last,
                "number": each.player.number,
                "player": each.player.name,
            }
            for each in final_places(view)
        ],
        "standings": _rows_by_rounds(view),
        "results": results_rows(view),
    }
    return json.dumps(body, ensure_ascii=False, indent=2)


def _rows_by_rounds(view: EventView) -> list[dict[str, object]]:
    """The rows in the order of the table after the rounds; of a knock-out by the places."""
    if view.tree:
        return knockout_placing_rows(view)
    places = {place.player.number: index for index, place in enumerate(view.places)}
    return sorted(standings_rows(view), key=lambda row: places[int(str(row["number"]))])


def event_as_icalendar(view: EventView) -> bytes:
    """The day of an event, with its hour if it has one, or of a league each day with who meets whom.

    Without a day no entry; where the site knows its own address, each with the page of the event.
    """
    return icalendar_of_entries(calendar_entries([view.event]), settings.SITE_URL.rstrip("/"), view.event.name)
