"""Charts of a people: the distribution of its values, icons and moons, each with its figures as a table."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from cards.core import stats
from cards.core.facts import CardFacts, CardType
from cards.games import labels as games_labels
from common.charts import ChartSeries, bar_chart_svg, column_chart_svg


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart and its table: `keys` are symbol and word of each colour, if it has several."""

    title: str
    svg: SafeString
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    keys: tuple[tuple[str, str], ...] = ()


def people_charts(cards: Sequence[CardFacts]) -> list[Chart]:
    playable = [card for card in cards if card.playable]
    moons = column_chart(_("Cards by moons"), _("Moons"), stats.moon_counts(playable), "moon")
    charts = (_values_chart(playable), _icons_chart(playable), _types_chart(playable), moons)
    return [chart for chart in charts if chart.svg]


def _values_chart(cards: Sequence[CardFacts]) -> Chart:
    spread = stats.fire_and_earth_counts(card for card in cards if card.type is CardType.CHARACTER)
    steps = [str(step) for step in range(len(spread))]
    series = [
        ChartSeries(_("Fire"), tuple(fire for fire, _earth in spread), "fire"),
        ChartSeries(_("Earth"), tuple(earth for _fire, earth in spread), "earth"),
    ]
    title = _("Characters by fire and earth value")
    rows = tuple((step, *map(str, pair)) for step, pair in zip(steps, spread, strict=True))
    keys = tuple((line.tone, line.name) for line in series)
    return Chart(
        title, _safe_svg(column_chart_svg(steps, series, title=title)), (_("Value"), _("Fire"), _("Earth")), rows, keys
    )


def _icons_chart(cards: Sequence[CardFacts]) -> Chart:
    counts = stats.icon_counts(cards)
    rows = [(str(games_labels.ICON_LABELS[kind]), str(count)) for kind, count in counts]
    return bar_chart(_("Cards by icon"), (_("Icon"), _("Cards")), rows, [count for _kind, count in counts])


def _types_chart(cards: Sequence[CardFacts]) -> Chart:
    parts = stats.people_stats(cards).parts
    rows = [(str(games_labels.TYPE_PLURALS[part.type]), str(part.sums.cards)) for part in parts]
    return bar_chart(_("Cards by type"), (_("Type"), _("Cards")), rows, [part.sums.cards for part in parts])


def column_chart(title: str, head: str, counts: Sequence[int], tone: str = "accent") -> Chart:
    """Return a column chart of how many cards have the value 0, 1, 2 and so on."""
    steps = [str(step) for step in range(len(counts))]
    svg = _safe_svg(column_chart_svg(steps, [ChartSeries(_("Cards"), tuple(counts), tone)], title=title))
    rows = tuple((step, str(count)) for step, count in zip(steps, counts, strict=True))
    return Chart(title, svg, (head, _("Cards")), rows)


def bar_chart(title: str, heads: tuple[str, ...], rows: Sequence[tuple[str, ...]], lengths: Sequence[int]) -> Chart:
    """Return a chart with a bar for each row, named by its first cell."""
    svg = _safe_svg(bar_chart_svg([row[0] for row in rows], lengths, title=title))
    return Chart(title, svg, heads, tuple(rows))


def _safe_svg(svg: str) -> SafeString:
    """Mark a chart as safe; `common.charts` escapes every text."""
    return mark_safe(svg)
