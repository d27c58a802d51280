"""An event on paper and in files: slips and standings as PDF, CSV, JSON, Markdown, and a calendar for a league."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from common import fonts
from common.i18n import translated
from matches import exports
from matches.core.tournament.final_ranking import FinalPlace
from matches.events.final_queries import final_places
from matches.events.queries import EventView, RoundView

SLIPS_PER_PAGE = 5


def standings_rows(view: EventView) -> list[dict[str, object]]:
    """The table as plain values, the same in every form; in the order of the final ranking where there is one."""
    final = {each.player.pk: each.place for each in final_places(view)}
    order = {pk: number for number, pk in enumerate(final)}
    places = sorted(view.places, key=lambda place: order.get(place.player.pk, 0))
    return [
        {
            **_final_columns(final.get(place.player.pk)),
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
            "reason": translated(place.why),
        }
        for place in places
    ]


def _final_columns(place: FinalPlace | None) -> dict[str, object]:
    """The final place, first in every file; nothing where the event has no cut."""
    return {} if place is None else {"final_place": place.first, "final_last": place.last}


def results_rows(view: EventView) -> list[dict[str, object]]:
    """Every table of every round; crystals are empty where nothing has come out yet."""
    return [
        {
            "round": number.row.number,
            "stage": number.row.stage,
            "table": one.row.table,
            "a": one.a.name,
            "b": one.b.name if one.b else None,
            "crystals_a": one.crystals[0] if one.outcome and one.b else None,
            "crystals_b": one.crystals[1] if one.outcome and one.b else None,
            "outcome": one.outcome.value if one.outcome else None,
        }
        for number in view.rounds
        for one in number.pairings
    ]


def as_json(view: EventView) -> str:
    """Event, table and results."""
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
        "standings": _by_the_rounds(view),
        "results": results_rows(view),
    }
    return json.dumps(body, ensure_ascii=False, indent=2)


def as_markdown(view: EventView) -> str:
    """The final ranking, where there is one, and the table for a forum or a wiki."""
    head = ("#", _("Player"), _("Points"), _("W-D-L"), _("Crystals"), _("Difference"))
    rows = [
        (row["place"], row["player"], row["points"], *_record(row), row["difference"]) for row in _by_the_rounds(view)
    ]
    final = [(each.place.label, each.player.name) for each in final_places(view)]
    if not final:
        return exports.as_markdown(view.event.name, head, rows)
    title = _("%(event)s: final ranking") % {"event": view.event.name}
    ranking = exports.as_markdown(title, ("#", _("Player")), final)
    return ranking + "\n" + exports.as_markdown(_("After the rounds"), head, rows)


def _by_the_rounds(view: EventView) -> list[dict[str, object]]:
    """The rows in the order of the table after the rounds."""
    places = {place.player.number: index for index, place in enumerate(view.places)}
    return sorted(standings_rows(view), key=lambda row: places[int(str(row["number"]))])


def _record(row: Mapping[str, object]) -> tuple[str, str]:
    return f"{row['won']}-{row['drawn']}-{row['lost']}", f"{row['crystals_for']}:{row['crystals_against']}"


def as_calendar(view: EventView) -> bytes:
    """The days of a league, each with who meets whom."""
    from icalendar import Calendar, Event

    calendar = Calendar()
    calendar.add("prodid", "-//Ten Moons//EN")
    calendar.add("version", "2.0")
    for number in view.rounds:
        if number.row.day is None:
            continue
        entry = Event()
        title = _("round %(number)s") % {"number": number.row.number}
        entry.add("uid", f"{view.event.key}-{number.row.number}@tenmoons")
        entry.add("dtstamp", datetime.now(UTC))
        entry.add("summary", f"{view.event.name}: {title}")
        entry.add("dtstart", number.row.day)
        entry.add("dtend", number.row.day + timedelta(days=1))
        if view.event.venue:
            entry.add("location", view.event.venue)
        pairs = (f"{one.a.name} – {one.b.name}" for one in number.pairings if one.b)
        entry.add("description", "\n".join(pairs))
        calendar.add_component(entry)
    return bytes(calendar.to_ical())


def slips(view: EventView, number: RoundView) -> bytes:
    """Result slips of a round, five a page, to be cut."""
    from reportlab.lib.pagesizes import A4
    from reportlab.pdfgen.canvas import Canvas

    out = io.BytesIO()
    fonts.registered()
    canvas = Canvas(out, pagesize=A4)
    width, height = A4
    tall = height / SLIPS_PER_PAGE
    matches = [one for one in number.pairings if one.b]
    for n, one in enumerate(matches):
        if n and n % SLIPS_PER_PAGE == 0:
            canvas.showPage()
        top = height - (n % SLIPS_PER_PAGE) * tall
        canvas.setDash(2, 3)
        canvas.line(20, top - tall, width - 20, top - tall)
        canvas.setDash()
        canvas.setFont(fonts.PLAIN, 11)
        head = _("round %(number)s") % {"number": number.row.number}
        canvas.drawString(40, top - 30, f"{view.event.name} · {head}")
        canvas.drawRightString(width - 40, top - 30, _("Table %(table)s") % {"table": one.row.table})
        for line, player in enumerate((one.a, one.b)):
            y = top - 66 - line * 36
            canvas.setFont(fonts.PLAIN, 15)
            starts = " ●" if player == one.starter else ""
            canvas.drawString(40, y, f"{player.name if player else ''}{starts}")
            canvas.rect(width - 120, y - 8, 80, 26)
            # A line to sign on.
            canvas.line(width - 290, y - 8, width - 140, y - 8)
        canvas.setFont(fonts.PLAIN, 9)
        canvas.drawString(40, top - tall + 14, _("● starts. Write the crystals of both and sign."))
    canvas.save()
    return out.getvalue()


def standings_pdf(view: EventView) -> bytes:
    """The final ranking, where there is one, and the table for the club's board."""
    rows = [(row["place"], row["player"], row["points"], *_record(row), row["reason"]) for row in _by_the_rounds(view)]
    head = ("#", _("Player"), _("Points"), _("W-D-L"), _("Crystals"), _("Why"))
    champion, final = view.champion, final_places(view)
    where = [view.event.venue] if view.event.venue else []
    titles = [view.event.name, " · ".join([date_format(view.event.first_day or timezone.localdate()), *where])]
    titles += [_("Winner: %(name)s") % {"name": champion.name}] if champion else []
    table = exports.PaperTable(head, rows, (28, 140, 42, 48, 56, 210), title=_("After the rounds") if final else "")
    ranking = exports.PaperTable(
        ("#", _("Player")), [(each.place.label, each.player.name) for each in final], (48, 300), _("Final ranking")
    )
    return exports.as_pdf(titles, [ranking, table] if final else [table])
