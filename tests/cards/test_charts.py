"""Charts: drawn from numbers, harmless whatever the labels are."""

from __future__ import annotations

import itertools
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.charts import ChartLine, ChartSeries, bar_chart_svg, column_chart_svg, line_chart_svg


def test_columns_show_every_value_that_is_not_nought() -> None:
    svg = column_chart_svg(
        ["0", "1"], [ChartSeries("Fire", (3, 0), "fire"), ChartSeries("Earth", (1, 2), "earth")], title="Values"
    )
    assert svg.startswith('<svg class="chart" role="img"')
    assert svg.count("<rect") == 4
    assert svg.count('class="value"') == 3
    assert "style=" not in svg


def test_nothing_to_show_is_no_chart() -> None:
    assert column_chart_svg([], [], title="x") == ""
    assert bar_chart_svg(["a"], [0], title="x") == ""


def test_a_series_needs_a_value_for_each_category() -> None:
    with pytest.raises(ValueError, match="one value"):
        column_chart_svg(["0", "1"], [ChartSeries("Fire", (3,))], title="x")


@given(st.lists(st.tuples(st.text(max_size=12), st.integers(0, 99)), min_size=1, max_size=9), st.text(max_size=20))
def test_labels_are_escaped(rows: list[tuple[str, int]], title: str) -> None:
    svg = bar_chart_svg([f"<b>{label}" for label, _ in rows], [value for _, value in rows], title=f"<i>{title}")
    assert "<b>" not in svg
    assert "<i>" not in svg


def test_lines_are_named_at_their_ends_and_never_look_alike() -> None:
    every = [ChartLine(f"player {n}", (n, n + 1, None), band=((0, 9), (1, 9), None)) for n in range(12)]
    chart = line_chart_svg(["one", "two", "<3>"], every, title="Crystals & days")
    assert "<title>Crystals &amp; days</title>" in chart and "&lt;3&gt;" in chart and "style=" not in chart
    drawn = re.findall(r'class="line (line-\d)" d="[^"]*"( stroke-dasharray="[^"]*")?', chart)
    assert len(drawn) == 12 == len(set(drawn))
    heights = sorted(float(y) for y in re.findall(r'class="name" x="[^"]*" y="([^"]*)"', chart))
    assert len(heights) == 12 and all(below - above >= 16 for above, below in itertools.pairwise(heights))


def test_lines_of_nothing_are_nothing_and_of_one_place_are_a_dot() -> None:
    assert line_chart_svg([], [], title="t") == "" == line_chart_svg(["a"], [ChartLine("x", (None,))], title="t")
    assert "<circle" in line_chart_svg(["a"], [ChartLine("x", (0,))], title="t")
    assert "<circle" in line_chart_svg(["a", "b"], [ChartLine("x", (-5.5, 25.25))], title="t")
    with pytest.raises(ValueError, match="one value"):
        line_chart_svg(["a"], [ChartLine("x", (1, 2))], title="t")


@pytest.mark.parametrize(("places", "numbers"), [(24, 24), (25, 9), (60, 12)])
def test_a_line_that_is_pointed_at_says_its_numbers_as_many_as_have_room(places: int, numbers: int) -> None:
    chart = line_chart_svg([str(n) for n in range(places)], [ChartLine("Roland", tuple(range(places)))], title="t")
    said = re.findall(r'class="at"[^>]*>(\d+)<', chart)
    assert len(said) == numbers and said[-1] == str(places - 1)


@given(st.lists(st.lists(st.none() | st.integers(-500, 5000), min_size=7, max_size=7), max_size=9))
def test_no_numbers_break_the_lines(values: list[list[int | None]]) -> None:
    every = [ChartLine(f"player {n}", tuple(line)) for n, line in enumerate(values)]
    chart = line_chart_svg([str(n) for n in range(7)], every, title="t")
    assert "nan" not in chart and "inf" not in chart
