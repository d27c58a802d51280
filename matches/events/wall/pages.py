"""Pages of the venue screen, as many names as can be read at once, and the picture of an event’s link."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from django.http import HttpRequest, HttpResponse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from cards.catalogue.queries import catalogue
from cards.pictures.link_pictures import row_answer, some_leaders
from matches.core.names import listed, sort_key
from matches.events.final_queries import TreeColumn, tree_columns
from matches.events.queries import recent_view
from matches.events.read_models import EventView, PairingView, RoundView
from matches.models import Event, Registration

# A page holds four columns of eleven lines, so that forty names and a bye stand on one screen.
COLUMNS, MAX_LINES = 4, 11
# So few names stand in two columns of large letters.
MAX_LARGE_NAMES, LARGE_COLUMNS = 16, 2
# So many matches of a round stand above each other in letters that carry ten metres.
MAX_MATCHES = 8
TURN_SECONDS = 15
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class WallName:
    """A line of the venue screen: family name, other names, table (0 without one), and the opponent."""

    family: str
    rest: str
    table: int
    opponent: str
    is_bye: bool

    @property
    def name(self) -> str:
        """As it stands in the list."""
        return f"{self.family}, {self.rest}" if self.rest else self.family


@dataclass(frozen=True, slots=True)
class WallPage(Generic[T]):
    """A page of entries in `columns` columns of `lines` lines; it is page `number` (from 1) of `count`."""

    entries: tuple[T, ...]
    columns: int
    lines: int
    number: int
    count: int


def by_family_name(view: EventView) -> list[WallName]:
    """The players of the current round with their tables, by family name; before round 1 all who have entered."""
    if view.current is not None:
        return seats_by_family_name(view.current)
    return _sorted([(player, None) for player in view.players])


def seats_by_family_name(round_: RoundView) -> list[WallName]:
    return _sorted([(player, pairing) for pairing in round_.pairings for player in pairing.players])


def _sorted(seats: list[tuple[Registration, PairingView | None]]) -> list[WallName]:
    return [_line(player, place) for player, place in sorted(seats, key=lambda seat: sort_key(seat[0].name))]


def _line(player: Registration, pairing: PairingView | None) -> WallName:
    family, rest = listed(player.name)
    if pairing is None or pairing.b is None:
        return WallName(family, rest, 0, "", is_bye=pairing is not None)
    other = pairing.b if player.pk == pairing.a.pk else pairing.a
    return WallName(family, rest, pairing.row.table, other.name, is_bye=False)


def pages_of(entries: Sequence[T]) -> list[WallPage[T]]:
    if not entries:
        return []
    if len(entries) <= MAX_LARGE_NAMES:
        return [WallPage(tuple(entries), LARGE_COLUMNS, -(-len(entries) // LARGE_COLUMNS), 1, 1)]
    count = -(-len(entries) // (COLUMNS * MAX_LINES))
    lines = max(-(-len(entries) // (count * COLUMNS)), 5)
    size = lines * COLUMNS
    parts = [tuple(entries[at : at + size]) for at in range(0, len(entries), size)]
    return [WallPage(part, COLUMNS, lines, number, len(parts)) for number, part in enumerate(parts, start=1)]


def tree_for_wall(view: EventView, peoples: Mapping[int, str]) -> tuple[tuple[TreeColumn, ...], ...]:
    """The branches of a bracket, a page each, without empty branches and rounds too large for a screen."""
    branches = (
        tuple(each for each in branch if len(each.places) <= MAX_MATCHES) for branch in tree_columns(view, peoples)
    )
    return tuple(
        branch for branch in branches if any(name for each in branch for place in each.places for name in place.names)
    )


@require_safe
def link_picture(request: HttpRequest, key: str) -> HttpResponse:
    view = recent_view(key)
    event = view.event
    if event.status == Event.Status.FINISHED and view.champion:
        text = _("Winner: %(name)s") % {"name": view.champion.name}
    else:
        players = len(view.players)
        parts = [
            date_format(event.first_day) if event.first_day else "",
            event.venue,
            ngettext("%(count)d player", "%(count)d players", players) % {"count": players} if players else "",
        ]
        text = " · ".join(part for part in parts if part) or str(event.get_format_display())
    return row_answer(some_leaders(catalogue(), event.key), event.name, text)
