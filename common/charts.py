"""Small charts as SVG, drawn on the server; pure, no Django.

Colours come from classes (`tone-fire`), so that a chart follows the theme and needs no inline style. A chart is a
picture of a table that must stand beside it: who does not see it reads that.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

_BAR = 22  # thickness of a bar
_GAP = 10  # between groups
_HEIGHT = 130  # of the tallest column
_TOP = 20  # room for the number over a column
_FOOT = 24  # room for the labels
_CHARACTER = 7.4  # width of a character of a label, roughly


@dataclass(frozen=True, slots=True)
class Series:
    """One colour of a chart: its name, one value for each category, and the class it is coloured by."""

    name: str
    values: tuple[int, ...]
    tone: str = "accent"


def columns(categories: Sequence[str], series: Sequence[Series], *, title: str) -> str:
    """Upright columns side by side, one group a category; empty when there is nothing to show.

    Raises ValueError when a series has another number of values than there are categories.
    """
    top = _highest(categories, series)
    if not top:
        return ""
    group = _BAR * len(series) + _GAP
    width, height = group * len(categories) + _GAP, _TOP + _HEIGHT + _FOOT
    parts = []
    for at, category in enumerate(categories):
        left = _GAP + at * group
        for nth, one in enumerate(series):
            parts.append(_column(left + nth * _BAR, one.values[at], top, one.tone))
        middle = left + _BAR * len(series) / 2
        parts.append(
            f'<text class="label" x="{middle:g}" y="{height - 7}" text-anchor="middle">{escape(category)}</text>'
        )
    line = f'<path class="axis" d="M0 {_TOP + _HEIGHT + 0.5}H{width}"/>'
    return _svg(width, height, title, "".join(parts) + line)


def bars(categories: Sequence[str], values: Sequence[int], *, title: str, tone: str = "accent") -> str:
    """Lying bars, the label before each; empty when there is nothing to show."""
    top = _highest(categories, [Series("", tuple(values), tone)])
    if not top:
        return ""
    label = max(len(one) for one in categories) * _CHARACTER + 8
    length, line = 180, _BAR + 6
    parts = []
    for at, (category, value) in enumerate(zip(categories, values, strict=True)):
        y, long = at * line, round(value / top * length, 1)
        parts.append(f'<text class="label" x="{label - 8:g}" y="{y + 16}" text-anchor="end">{escape(category)}</text>')
        parts.append(
            f'<rect class="tone-{escape(tone)}" x="{label:g}" y="{y}" width="{long:g}" height="{_BAR}" rx="3"/>'
        )
        parts.append(f'<text class="value" x="{label + long + 6:g}" y="{y + 16}">{value}</text>')
    return _svg(label + length + 34, len(categories) * line, title, "".join(parts))


def _highest(categories: Sequence[str], series: Sequence[Series]) -> int:
    if any(len(one.values) != len(categories) for one in series):
        raise ValueError("every series needs one value for each category")
    return max((value for one in series for value in one.values), default=0)


def _column(x: float, value: int, top: int, tone: str) -> str:
    high = round(value / top * _HEIGHT, 1)
    y = _TOP + _HEIGHT - high
    bar = f'<rect class="tone-{escape(tone)}" x="{x + 1:g}" y="{y:g}" width="{_BAR - 2}" height="{high:g}" rx="3"/>'
    if not value:
        return bar
    return bar + f'<text class="value" x="{x + _BAR / 2:g}" y="{y - 5:g}" text-anchor="middle">{value}</text>'


def _svg(width: float, height: float, title: str, inside: str) -> str:
    size = f'viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}"'
    return f'<svg class="chart" role="img" {size}><title>{escape(title)}</title>{inside}</svg>'
