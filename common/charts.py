"""Small charts as SVG, drawn on the server; pure, no Django.

Colours come from classes (`tone-fire`), so that a chart follows the theme without inline styles. Each chart needs a
table on the same page, for readers who can’t see it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10

_BAR = 22  # thickness of a bar
_BAR_GAP = 10  # between groups
_CHART_HEIGHT = 130  # height of the tallest column
_TOP_MARGIN = 20  # space for the number above a column
_BOTTOM_MARGIN = 24  # space for the labels
_CHARACTER_WIDTH = 7.4  # approximate width of a character of a label


@dataclass(frozen=True, slots=True)
class ChartSeries:
    """One colour of a chart: its name, one value per category, and its CSS class."""

    name: str
    values: tuple[int, ...]
    tone: str = "accent"


def column_chart_svg(categories: Sequence[str], series: Sequence[ChartSeries], *, title: str) -> str:
    """Return a column chart, "" if all values are zero; ValueError unless series have a value per category."""
    top = _highest_value(categories, series)
    if not top:
        return ""
    group = _BAR * len(series) + _BAR_GAP
    width, height = group * len(categories) + _BAR_GAP, _TOP_MARGIN + _CHART_HEIGHT + _BOTTOM_MARGIN
    parts = []
    for index, category in enumerate(categories):
        left = _BAR_GAP + index * group
        for position, bar in enumerate(series):
            parts.append(_column_path(left + position * _BAR, bar.values[index], top, bar.tone))
        middle = left + _BAR * len(series) / 2
        parts.append(
            f'<text class="label" x="{middle:g}" y="{height - 7}" text-anchor="middle">{escape(category)}</text>'
        )
    line = f'<path class="axis" d="M0 {_TOP_MARGIN + _CHART_HEIGHT + 0.5}H{width}"/>'
    return _svg_document(width, height, title, "".join(parts) + line)


def bar_chart_svg(categories: Sequence[str], values: Sequence[int], *, title: str) -> str:
    """Return a bar chart with a label before each bar; "" if all values are zero."""
    top = _highest_value(categories, [ChartSeries("", tuple(values), "accent")])
    if not top:
        return ""
    label = max(len(category) for category in categories) * _CHARACTER_WIDTH + 8
    length, line = 180, _BAR + 6
    parts = []
    for index, (category, value) in enumerate(zip(categories, values, strict=True)):
        y, long = index * line, round(value / top * length, 1)
        parts.append(f'<text class="label" x="{label - 8:g}" y="{y + 16}" text-anchor="end">{escape(category)}</text>')
        parts.append(f'<rect class="tone-accent" x="{label:g}" y="{y}" width="{long:g}" height="{_BAR}" rx="3"/>')
        parts.append(f'<text class="value" x="{label + long + 6:g}" y="{y + 16}">{value}</text>')
    return _svg_document(label + length + 34, len(categories) * line, title, "".join(parts))


def around_zero_bar_svg(value: float, most: float, interval: tuple[float, float] | None = None) -> str:
    """Draw a bar from zero in the middle to a value, with its interval as a line; print the number beside it."""
    ends = [100 + 100 * max(-1.0, min(1.0, figure / most)) for figure in (value, *(interval or ()))]
    left, wide = min(100.0, ends[0]), abs(ends[0] - 100)
    tone = "good" if value >= 0 else "bad"
    bar = f'<rect class="tone-{tone}" x="{left:.1f}" y="2" width="{wide:.1f}" height="10" rx="2"/>'
    line = f'<path class="reach" d="M{ends[1]:.1f} 7H{ends[2]:.1f}"/>' if interval else ""
    axis = '<path class="axis" d="M100 0V14"/>'
    size = 'viewBox="0 0 200 14" preserveAspectRatio="none"'
    return f'<svg class="around-zero" aria-hidden="true" {size}>{bar}{line}{axis}</svg>'


@dataclass(frozen=True, slots=True)
class ChartLine:
    """One line of a chart: its name, a value for each place (None if there is none), and a band around it."""

    name: str
    values: tuple[float | None, ...]
    band: tuple[tuple[float, float] | None, ...] = ()


def line_chart_svg(places: Sequence[str], every: Sequence[ChartLine], *, title: str, plot_width: int = 460) -> str:
    """Return a line chart, each line named at its end and distinct by colour, dashes and markers; "" without values.

    The first line is thicker. Hovering over or touching a line highlights it and shows the number of each point.

    `plot_width` excludes numbers and names. Raises ValueError if a line doesn’t have one value per place.
    """
    if any(len(line.values) != len(places) or len(line.band) not in (0, len(places)) for line in every):
        raise ValueError("every line needs one value for each place")
    drawn = [line for line in every if any(value is not None for value in line.values)]
    if not drawn:
        return ""
    scale = _PlotScale.from_lines(places, drawn, plot_width)
    ends = scale.name_heights(drawn)
    parts = [scale.grid_svg(places)]
    for index, line in enumerate(drawn):
        parts.append(_line_svg(line, index, scale=scale, name_at=ends[index]))
    return _svg_document(scale.image_width, scale.image_height, title, "".join(parts))


_PLOT_HEIGHT = 240
_MAX_POINTS_WITH_DOTS = 24  # longer lines have no dots
_MAX_POINTS_WITH_NUMBERS = 12  # numbers on a longer highlighted line, including the last; as many as fit
_LEFT_MARGIN = 40  # space for the numbers
_LABEL_HEIGHT = 16  # space for a name at the end of a line
_DASH_PATTERNS = ("", "7 4", "2 4", "10 3 2 3", "5 2", "1 3")
_TONE_COUNT = 6


@dataclass(frozen=True, slots=True)
class _PlotScale:
    low: float
    high: float
    count: int
    names: float
    step: float
    plot: int

    @classmethod
    def from_lines(cls, places: Sequence[str], every: Sequence[ChartLine], plot: int) -> _PlotScale:
        values = [value for line in every for value in line.values if value is not None]
        values += [edge for line in every for pair in line.band if pair for edge in pair]
        # Starts at zero if no value is below it; steps of 1, 2 or 5 times a power of ten.
        low, high = min(0.0, *values), max(*values, 1.0)
        rough = (high - low) / 5
        power = 10.0 ** floor(log10(rough))
        step = next(power * by for by in (1, 2, 5, 10) if power * by >= rough)
        low, high = floor(low / step) * step, ceil(high / step) * step
        names = max(len(line.name) for line in every) * _CHARACTER_WIDTH + 26
        return cls(low, high, len(places), names, step, plot)

    @property
    def image_width(self) -> float:
        return _LEFT_MARGIN + self.plot + self.names

    @property
    def image_height(self) -> float:
        return _TOP_MARGIN + _PLOT_HEIGHT + _BOTTOM_MARGIN

    def x(self, place: int) -> float:
        return round(_LEFT_MARGIN + 8 + (place / (self.count - 1) if self.count > 1 else 0.5) * (self.plot - 16), 1)

    def y(self, value: float) -> float:
        return round(_TOP_MARGIN + (self.high - value) / (self.high - self.low) * _PLOT_HEIGHT, 1)

    def grid_svg(self, places: Sequence[str]) -> str:
        """Draw horizontal lines with their numbers, and below them as many places as fit."""
        parts = []
        for index in range(round((self.high - self.low) / self.step) + 1):
            value = self.low + index * self.step
            y = self.y(value)
            parts.append(f'<path class="axis" d="M{_LEFT_MARGIN} {y:g}h{self.plot}"/>')
            parts.append(f'<text class="label" x="{_LEFT_MARGIN - 6}" y="{y + 4:g}" text-anchor="end">{value:g}</text>')
        room = max(len(place) for place in places) * _CHARACTER_WIDTH + 14
        every = max(1, ceil(len(places) * room / self.plot))
        for position in range(0, len(places), every):
            at_foot = f'x="{self.x(position):g}" y="{self.image_height - 7:g}" text-anchor="middle"'
            parts.append(f'<text class="label" {at_foot}>{escape(places[position])}</text>')
        return "".join(parts)

    def name_heights(self, every: Sequence[ChartLine]) -> list[float]:
        """Return the height of each name: at the end of its line, moved apart where names would overlap."""
        wanted = [self.y(next(value for value in reversed(line.values) if value is not None)) for line in every]
        order = sorted(range(len(every)), key=lambda index: wanted[index])
        placed = list(wanted)
        last = float("-inf")
        for nth in order:
            last = placed[nth] = max(wanted[nth], last + _LABEL_HEIGHT)
        over = max(0.0, last - (self.image_height - 4))
        return [y - over for y in placed]


def _line_svg(line: ChartLine, index: int, *, scale: _PlotScale, name_at: float) -> str:
    tone = f"line-{index % _TONE_COUNT}"
    points = [(scale.x(position), scale.y(value)) for position, value in enumerate(line.values) if value is not None]
    path = "L".join(f"{x:g} {y:g}" for x, y in points)
    # Shifted by one each time the colours repeat, so that no two lines look alike.
    dash = _DASH_PATTERNS[(index + index // _TONE_COUNT) % len(_DASH_PATTERNS)]
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    drawn = _interval_band_svg(line, tone, scale)
    drawn += f'<path class="line {tone}" d="M{path}"{dashes} fill="none" stroke-width="{4 if not index else 2}"/>'
    # Wide and invisible, so that a finger can hit the line.
    drawn += f'<path class="hit" d="M{path}" fill="none" stroke="transparent" stroke-width="18"/>'
    if scale.count <= _MAX_POINTS_WITH_DOTS:
        drawn += "".join(f'<circle class="dot {tone}" cx="{x:g}" cy="{y:g}" r="3"/>' for x, y in points)
    drawn += _point_numbers_svg(line, points)
    end_x, end_y = points[-1]
    drawn += f'<path class="lead {tone}" d="M{end_x + 4:g} {end_y:g}L{_LEFT_MARGIN + scale.plot + 8:g} {name_at:g}"/>'
    name_x = _LEFT_MARGIN + scale.plot + 12
    drawn += f'<text class="name" x="{name_x:g}" y="{name_at + 4:g}">{escape(line.name)}</text>'
    return f'<g class="serie">{drawn}</g>'


def _point_numbers_svg(line: ChartLine, points: Sequence[tuple[float, float]]) -> str:
    """Write the values above the points of a highlighted line; above only some points of a long line."""
    values = (value for value in line.values if value is not None)
    every = 1 if len(points) <= _MAX_POINTS_WITH_DOTS else ceil(len(points) / _MAX_POINTS_WITH_NUMBERS)
    return "".join(
        f'<text class="at" x="{x:g}" y="{y - 9:g}" text-anchor="middle">{value:g}</text>'
        for left, (x, y), value in zip(range(len(points) - 1, -1, -1), points, values, strict=True)
        if left % every == 0
    )


def _interval_band_svg(line: ChartLine, tone: str, scale: _PlotScale) -> str:
    edges = [(scale.x(index), pair) for index, pair in enumerate(line.band) if pair is not None]
    if not edges:
        return ""
    above = [f"{x:g} {scale.y(pair[1]):g}" for x, pair in edges]
    below = [f"{x:g} {scale.y(pair[0]):g}" for x, pair in reversed(edges)]
    return f'<path class="band {tone}" d="M{"L".join([*above, *below])}Z"/>'


def _highest_value(categories: Sequence[str], series: Sequence[ChartSeries]) -> int:
    if any(len(line.values) != len(categories) for line in series):
        raise ValueError("every series needs one value for each category")
    return max((value for line in series for value in line.values), default=0)


def _column_path(x: float, value: int, top: int, tone: str) -> str:
    high = round(value / top * _CHART_HEIGHT, 1)
    y = _TOP_MARGIN + _CHART_HEIGHT - high
    bar = f'<rect class="tone-{escape(tone)}" x="{x + 1:g}" y="{y:g}" width="{_BAR - 2}" height="{high:g}" rx="3"/>'
    if not value:
        return bar
    return bar + f'<text class="value" x="{x + _BAR / 2:g}" y="{y - 5:g}" text-anchor="middle">{value}</text>'


def _svg_document(width: float, height: float, title: str, inside: str) -> str:
    size = f'viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}"'
    return f'<svg class="chart" role="img" {size}><title>{escape(title)}</title>{inside}</svg>'
