"""Exports of a season: standings as PDF, CSV and Markdown, results, strengths, JSON, calendar."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.conf import settings
from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _

from common.errors import Missing
from common.i18n import translated
from common.paper.tables import PdfTable, tables_as_pdf
from matches import exports
from matches.core.seasons import MIN_RATED_MATCHES, Encounter, SeasonOrder, ratings_by_match
from matches.core.seasons.csv_import import COLUMNS
from matches.events.calendar.queries import calendar_entries, icalendar_of_entries
from matches.groups.encounters import Span, encounters_of
from matches.groups.queries import order_of, standings_lines
from matches.models import Group, Member
from matches.seasons.strength_queries import StrengthLine, card_strength_lines, people_strength_lines

_STANDINGS_COLUMNS = (
    "place", "shared", "player", "played", "won", "drawn", "lost", "crystals_for", "crystals_against", "difference"
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _SeasonExport:
    group: Group
    span: Span
    members: Sequence[Member]
    played: Sequence[Encounter]

    @property
    def rows(self) -> list[dict[str, object]]:
        return standings_rows(self.played, self.members, order_of(self.span.season))

    @property
    def title(self) -> str:
        if self.span.season is not None:
            return f"{self.group.name}: {self.span.season.name}"
        return self.group.name

    @property
    def days(self) -> str:
        """Return the first and the last day of play."""
        days = [match.day for match in self.played if match.day]
        return f"{date_format(min(days))} – {date_format(max(days))}" if days else ""


def standings_rows(
    played: Sequence[Encounter], members: Sequence[Member], order: SeasonOrder
) -> list[dict[str, object]]:
    """Return the standings with ratings as plain values; `value` is the value that ranks players."""
    ratings = ratings_by_match(played)
    return [
        {
            **{name: getattr(line.row, name) for name in _STANDINGS_COLUMNS},
            "rating": ratings[line.name][-1].value,
            "uncertainty": ratings[line.name][-1].uncertainty,
            "reason": translated(line.why),
            "value": line.row.values.get(order.by),
            "guest": line.guest,
        }
        for line in standings_lines(played, members, order, everybody=False)
    ]


def results_rows(played: Sequence[Encounter]) -> list[dict[str, object]]:
    """Return every match in the columns of an import, so that the exported file can be imported."""
    return [
        {
            "date": encounter.day.isoformat() if encounter.day else "",
            "player": encounter.a,
            "opponent": encounter.b,
            "crystals": encounter.crystals_a,
            "opponent_crystals": encounter.crystals_b,
            "winner": encounter.winner or "draw",
            "people": _first_known(encounter, 0, "people"),
            "opponent_people": _first_known(encounter, 1, "people"),
            "deck": _first_known(encounter, 0, "name"),
            "opponent_deck": _first_known(encounter, 1, "name"),
            "event": encounter.event,
            "round": encounter.round,
            "notes": encounter.notes,
        }
        for encounter in played
    ]


_RESULT_COLUMNS = [column.name for column in COLUMNS if column.name not in ("games", "dragons", "crystal_cards")]


def _first_known(encounter: Encounter, side: int, what: str) -> str:
    """Return the first known `people` or `name` of a side’s decks."""
    return next((known for pair in encounter.deck_pairs if (known := getattr(pair[side], what))), "")


def strength_rows(lines: Sequence[StrengthLine]) -> list[dict[str, object]]:
    """Return strengths of peoples or cards as plain values."""
    return [
        {
            "what": line.strength.what,
            "name": line.label,
            "games": line.strength.games.of,
            "games_won": line.strength.games.won,
            "percent": line.strength.games.percent,
            "low_percent": line.strength.games.low,
            "high_percent": line.strength.games.high,
            "crystals_a_game": line.strength.crystals_a_game,
            "matches": line.strength.matches.of,
            "matches_won": line.strength.matches.won,
            "mirrors": line.strength.mirrors,
            "players": len(line.strength.players),
            "says": translated(line.win_share.sentence),
        }
        for line in lines
    ]


def _json_file(season: _SeasonExport) -> str:
    span = season.span
    body = {
        "group": {"key": season.group.key, "name": season.group.name},
        "season": span.season.name if span.season else None,
        "first": span.first.isoformat() if span.first else None,
        "last": span.last.isoformat() if span.last else None,
        "standings": season.rows,
        "results": results_rows(season.played),
        "peoples": strength_rows(people_strength_lines(season.played)),
    }
    return json.dumps(body, ensure_ascii=False, indent=2)


def _score_cells(row: dict[str, object]) -> tuple[str, str]:
    return f"{row['won']}-{row['drawn']}-{row['lost']}", f"{row['crystals_for']}:{row['crystals_against']}"


def _markdown_file(season: _SeasonExport) -> str:
    rows = [
        (
            row["place"],
            row["player"],
            *_score_cells(row),
            row["difference"],
            f"{row['rating']} ± {row['uncertainty']}",
            row["reason"],
        )
        for row in season.rows
    ]
    head = ("#", "Player", "W-D-L", "Crystals", "Difference", "Rating", "Why")
    return exports.rows_as_markdown(season.title, head, rows)


def _standings_pdf_file(season: _SeasonExport) -> bytes:
    rows = [
        (row["place"], row["player"], *_score_cells(row), _name_with_guest_mark(row), row["reason"])
        for row in season.rows
    ]
    few = [f"* {_('few matches')}"] if any(str(row[4]).endswith("*") for row in rows) else []
    head = ("#", _("Player"), _("W-D-L"), _("Crystals"), _("Rating"), _("Why"))
    table = PdfTable(head, rows, (28, 132, 50, 62, 84, 155), figures=(0, 2, 3, 4))
    return tables_as_pdf(season.title, [*([season.days] if season.days else []), *few], [table])


def _name_with_guest_mark(row: dict[str, object]) -> str:
    few = " *" if int(str(row["played"])) < MIN_RATED_MATCHES else ""
    return f"{number_format(str(row['rating']))} ± {number_format(str(row['uncertainty']))}{few}"


def _calendar_file(season: _SeasonExport) -> bytes:
    entries = calendar_entries(season.group.events.filter(hidden=None))
    evenings = [entry for entry in entries if season.span.contains_day(entry.day)]
    return icalendar_of_entries(evenings, settings.SITE_URL.rstrip("/"), season.title)


_EXPORT_BY_FILE_NAME: dict[str, Callable[[_SeasonExport], bytes | str]] = {
    "standings.pdf": _standings_pdf_file,
    "standings.csv": lambda season: exports.as_csv(season.rows),
    "standings.md": _markdown_file,
    "results.csv": lambda season: exports.as_csv(results_rows(season.played), columns=_RESULT_COLUMNS),
    "strengths.csv": lambda season: exports.as_csv(
        strength_rows([*people_strength_lines(season.played), *card_strength_lines(season.played)])
    ),
    "season.json": _json_file,
    "calendar.ics": _calendar_file,
}
FILES = tuple(_EXPORT_BY_FILE_NAME)


def season_file(group: Group, span: Span, name: str) -> bytes | str:
    """Return the content of a file of a season by its name; raises `Missing`."""
    if name not in _EXPORT_BY_FILE_NAME:
        raise Missing(exports.FILE_NOT_FOUND, {"names": ", ".join(FILES)})
    members = list(group.members.all())
    return _EXPORT_BY_FILE_NAME[name](_SeasonExport(group, span, members, encounters_of(group, span, members=members)))
