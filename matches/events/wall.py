"""Pages of the venue screen, with as many names as people can read, and the link preview of an event."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from cards.catalogue.queries import catalogue
from cards.pictures.painting import card_row_response, random_leaders
from matches.core.names import family_name_sort_key, split_family_name
from matches.events.bracket_queries import BracketColumn, bracket_columns
from matches.events.queries import load_recent_event
from matches.events.read_models import LoadedEvent, LoadedPairing, LoadedRound
from matches.models import Event, Registration

# A page has four columns of eleven lines, so that forty names and a bye fit on one screen.
WALL_COLUMNS, MAX_LINES_PER_COLUMN = 4, 11
# Beside the winner, there is room for three columns, so that forty-one final places fit on one screen.
FINAL_COLUMNS, FINAL_LINES = 3, 14
# Up to this many names are set in two columns of large letters.
MAX_NAMES_IN_LARGE_TYPE, COLUMNS_IN_LARGE_TYPE = 16, 2
# Maximum matches in a column with letters readable from ten metres.
MAX_WALL_MATCHES = 8
SECONDS_PER_PAGE = 15
PlayerName = Callable[[Registration], str]


@dataclass(frozen=True, slots=True)
class VenueScreenLine:
    """A line of the venue screen: family name, other names, table (0 if none), and opponent."""

    family: str
    rest: str
    table: int
    opponent: str
    is_bye: bool

    @property
    def name(self) -> str:
        return f"{self.family}, {self.rest}" if self.rest else self.family


@dataclass(frozen=True, slots=True)
class VenueScreenPage:
    """A page of entries in `columns` columns of `lines` lines; it is page `number` (from 1) of `count`."""

    entries: tuple[Any, ...]
    columns: int
    lines: int
    number: int
    count: int


def seats_of_current_round(loaded: LoadedEvent) -> list[VenueScreenLine]:
    """Return the players of the current round with their tables, by family name; before round 1, all players."""
    if loaded.current is not None:
        return seats_by_family_name(loaded.current)
    return _sort_by_family_name([(player, None) for player in loaded.players])


def seats_by_family_name(round_: LoadedRound, name_of: PlayerName = attrgetter("name")) -> list[VenueScreenLine]:
    seats = [(player, pairing) for pairing in round_.pairings for player in pairing.players]
    return _sort_by_family_name(seats, name_of)


def _sort_by_family_name(
    seats: Sequence[tuple[Registration, LoadedPairing | None]], name_of: PlayerName = attrgetter("name")
) -> list[VenueScreenLine]:
    in_order = sorted(seats, key=lambda seat: family_name_sort_key(name_of(seat[0])))
    return [_venue_screen_line(player, pairing, name_of) for player, pairing in in_order]


def _venue_screen_line(player: Registration, pairing: LoadedPairing | None, name_of: PlayerName) -> VenueScreenLine:
    family, rest = split_family_name(name_of(player))
    if pairing is None or pairing.b is None:
        return VenueScreenLine(family, rest, 0, "", is_bye=pairing is not None)
    other_player = pairing.b if player.pk == pairing.a.pk else pairing.a
    return VenueScreenLine(family, rest, pairing.row.table, name_of(other_player), is_bye=False)


def split_into_screen_pages(
    entries: Sequence[Any], columns: int = WALL_COLUMNS, max_lines: int = MAX_LINES_PER_COLUMN
) -> list[VenueScreenPage]:
    if not entries:
        return []
    if len(entries) <= MAX_NAMES_IN_LARGE_TYPE:
        return [VenueScreenPage(tuple(entries), COLUMNS_IN_LARGE_TYPE, -(-len(entries) // COLUMNS_IN_LARGE_TYPE), 1, 1)]
    count = -(-len(entries) // (columns * max_lines))
    lines = max(-(-len(entries) // (count * columns)), 5)
    size = lines * columns
    parts = [tuple(entries[index : index + size]) for index in range(0, len(entries), size)]
    return [VenueScreenPage(part, columns, lines, number, len(parts)) for number, part in enumerate(parts, start=1)]


def bracket_screen_pages(loaded: LoadedEvent, peoples: Mapping[int, str]) -> tuple[tuple[BracketColumn, ...], ...]:
    """Return the branches of a bracket, one per page, without empty branches and rounds too large for a screen."""
    branches = (
        tuple(column for column in branch if len(column.places) <= MAX_WALL_MATCHES)
        for branch in bracket_columns(loaded, peoples)
    )
    return tuple(
        branch for branch in branches if any(name for column in branch for cell in column.places for name in cell.names)
    )


@require_safe
def event_link_preview_image(request: HttpRequest, key: str) -> HttpResponse:
    loaded = load_recent_event(key)
    event = loaded.event
    if event.status == Event.Status.FINISHED and loaded.champion:
        text = _("Winner: %(name)s") % {"name": loaded.champion.name}
    else:
        players = len(loaded.players)
        parts = [
            date_format(event.first_day) if event.first_day else "",
            event.venue,
            ngettext("%(count)d player", "%(count)d players", players) % {"count": players} if players else "",
        ]
        text = " · ".join(part for part in parts if part) or str(event.get_format_display())
    return card_row_response(random_leaders(catalogue(), event.key), event.name, text)
