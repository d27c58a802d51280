"""Charts of a deck: rows of figures, each drawn as a bar beside its number."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from cards.core.facts import DETAILS, Icon, IconKind
from cards.games.labels import icon_word
from decks.core.odds import Shape
from decks.games import DECK_GAMES


@dataclass(frozen=True, slots=True)
class Bar:
    """A row: what is counted, its number, the width of its bar in percent of the longest."""

    label: str | Promise
    count: int
    percent: int


@dataclass(frozen=True, slots=True)
class Chart:
    """A table with bars; `tone` names the colour (fire, earth, moon or none), `note` a sentence below the heading."""

    id: str
    heading: str | Promise
    column: str | Promise
    bars: tuple[Bar, ...]
    tone: str = ""


def charts(shape: Shape, game: str) -> list[Chart]:
    """Types, fire, earth, moons and icons of a deck; a chart without rows is left out."""
    types = dict(DECK_GAMES[game].every_type)
    icons = ((_icon(kind), count) for kind, count in shape.icons)
    made = [
        Chart("types", _("Types"), _("Type"), _bars((types[kind], n) for kind, n in shape.types)),
        Chart("fire", _("Fire"), _("Value"), _bars(shape.fire), "fire"),
        Chart("earth", _("Earth"), _("Value"), _bars(shape.earth), "earth"),
        Chart("moons", _("Moons"), _("Moons"), _bars(shape.moons), "moon"),
        Chart("icons", _("Icons"), _("Icon"), _bars(icons)),
    ]
    return [chart for chart in made if chart.bars]


def _icon(kind: IconKind) -> str:
    return _(kind.value.lower()).capitalize() if kind in DETAILS else icon_word(Icon(kind, "")).capitalize()


def _bars(rows: Iterable[tuple[object, int]]) -> tuple[Bar, ...]:
    counted = list(rows)
    longest = max((count for _label, count in counted), default=0)
    return tuple(
        Bar(label if isinstance(label, str | Promise) else str(label), n, round(100 * n / longest) if longest else 0)
        for label, n in counted
    )
