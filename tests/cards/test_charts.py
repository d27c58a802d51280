"""Charts: drawn from numbers, harmless whatever the labels are."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.charts import Series, bars, columns


def test_columns_show_every_value_that_is_not_nought() -> None:
    svg = columns(["0", "1"], [Series("Fire", (3, 0), "fire"), Series("Earth", (1, 2), "earth")], title="Values")
    assert svg.startswith('<svg class="chart" role="img"')
    assert svg.count("<rect") == 4
    assert svg.count('class="value"') == 3
    assert "style=" not in svg


def test_nothing_to_show_is_no_chart() -> None:
    assert columns([], [], title="x") == ""
    assert bars(["a"], [0], title="x") == ""


def test_a_series_needs_a_value_for_each_category() -> None:
    with pytest.raises(ValueError, match="one value"):
        columns(["0", "1"], [Series("Fire", (3,))], title="x")


@given(st.lists(st.tuples(st.text(max_size=12), st.integers(0, 99)), min_size=1, max_size=9), st.text(max_size=20))
def test_labels_are_escaped(rows: list[tuple[str, int]], title: str) -> None:
    svg = bars([f"<b>{label}" for label, _ in rows], [value for _, value in rows], title=f"<i>{title}")
    assert "<b>" not in svg
    assert "<i>" not in svg
