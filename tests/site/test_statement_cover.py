"""What the other database is asked: shapes of statements without what differs from call to call, and their cover."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import User
from tests.statements import FOLDER, RecordedTest, cover, read, shape_of, written_down

RECORDED_TESTS = st.builds(RecordedTest, st.frozensets(st.integers(0, 30), max_size=8), st.floats(0, 5))


@pytest.mark.parametrize(
    ("sql", "shape"),
    [
        ("SELECT a FROM b WHERE c IN (%s, %s)", "SELECT a FROM b WHERE c IN (…)"),
        ("SELECT a FROM b WHERE c IN (%s) LIMIT 21", "SELECT a FROM b WHERE c IN (…) LIMIT n"),
        ("INSERT INTO b (c) VALUES (%s), (%s)", "INSERT INTO b (c) VALUES (…)"),
        ('SAVEPOINT "s140_x3"', "SAVEPOINT "),
        ('ROLLBACK TO SAVEPOINT "s1_x2"', "ROLLBACK TO SAVEPOINT "),
    ],
)
def test_what_differs_from_call_to_call_is_no_part_of_a_shape(sql: str, shape: str) -> None:
    assert shape_of(sql) == shape


@given(st.dictionaries(st.text("abc", min_size=1, max_size=4), RECORDED_TESTS), st.frozensets(st.integers(0, 30)))
def test_the_chosen_tests_make_every_statement(tests: dict[str, RecordedTest], already: frozenset[int]) -> None:
    every = already.union(*(said.shapes for said in tests.values()))
    chosen = cover(tests, already)
    assert already.union(*(tests[test].shapes for test in chosen)) == every


def test_the_quickest_that_says_as_much_is_chosen() -> None:
    tests = {
        "slow": RecordedTest(frozenset({1, 2}), 9.0),
        "quick": RecordedTest(frozenset({1, 2}), 0.1),
        "silent": RecordedTest(frozenset(), 0),
    }
    assert cover(tests) == {"quick"}


@pytest.mark.once
def test_only_what_the_site_asks_is_recorded(db: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(FOLDER, str(tmp_path))
    with written_down("test"):
        assert not User.objects.filter(username="Roland").exists()
    with written_down("site"):
        assert Client().get("/decks/public/").status_code == 200
    recorded = read()
    assert not recorded["test"].shapes and recorded["site"].shapes
