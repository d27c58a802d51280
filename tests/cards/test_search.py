"""What a query finds."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cards.facts import Catalogue, IconKind, People
from cards.search import PARAMETERS, Query, matches, parameters_of, read_query, search

RAW = st.one_of(
    st.text(max_size=40),
    st.sampled_from(
        ["vulca", "Buka", "-1", "0", "3", "99999999999999", "gang", "booster", "a", "E&I", "name", "yes", "now"]
    ),
)
ANYTHING = st.dictionaries(st.sampled_from([*PARAMETERS, "page"]), st.lists(RAW, max_size=3), max_size=8)


def codes(catalogue: Catalogue, **parameters: str) -> list[str]:
    """The codes that some parameters find."""
    query = read_query({name: value.split("|") for name, value in parameters.items()}).query
    return [card.code for card in search(query, catalogue).cards]


@pytest.mark.parametrize(
    ("parameters", "count"),
    [
        ({}, 344),
        ({"people": "Vulca"}, 33),
        ({"people": "vulca|HOAX"}, 66),
        ({"type": "ship"}, 4),
        ({"deck": "V", "people": "Mutant"}, 1),
        ({"family": "c"}, 5),
        ({"known": "no"}, 31),
        ({"known": "yes"}, 313),
    ],
)
def test_filters_count_right(facts: Catalogue, parameters: dict[str, str], count: int) -> None:
    assert len(codes(facts, **parameters)) == count


def test_an_unknown_value_meets_no_condition_on_it(facts: Catalogue) -> None:
    assert "Inter 402" not in codes(facts, moons_min="0")
    assert "Inter 402" not in codes(facts, moons_max="9")
    assert "Inter 402" in codes(facts)


def test_words_find_names_german_names_and_codes(facts: Catalogue) -> None:
    assert codes(facts, q="machtige") == ["Vulca 04"]
    assert codes(facts, q="VULCA 03")[0] == "Vulca 03"
    assert codes(facts, q="rasmus") == ["Mutant 107"]


def test_the_very_name_stands_first(facts: Catalogue) -> None:
    assert codes(facts, q="spark")[0] == "Vulca 08"


def test_all_icons_asked_for_must_be_there(facts: Catalogue) -> None:
    query = Query(icons=frozenset({IconKind.RETRIEVE, IconKind.PAIR}))
    found = search(query, facts).cards
    assert len(found) == 2
    assert all(card.has(IconKind.PAIR) and card.has(IconKind.RETRIEVE) for card in found)


def test_ranges_hold_at_both_ends(facts: Catalogue) -> None:
    found = search(Query(fire_min=6, fire_max=7, people=frozenset({People.VULCA})), facts).cards
    assert {card.fire for card in found} == {6, 7}


@pytest.mark.parametrize("sort", ["fire", "earth", "moons"])
def test_largest_values_come_first_and_unknown_ones_last(facts: Catalogue, sort: str) -> None:
    values = [getattr(card, sort) for card in search(Query(sort=sort), facts).cards]
    known = [value for value in values if value is not None]
    assert known == sorted(known, reverse=True)
    assert values == known + [None] * (len(values) - len(known))


@pytest.mark.parametrize(("typed", "meant"), [("flsh incendary", "flash incendiary"), ("Torch the Flame", "")])
def test_a_mistyped_name_is_suggested(facts: Catalogue, typed: str, meant: str) -> None:
    found = search(read_query({"q": [typed]}).query, facts)
    assert not found.cards
    assert any(meant in name.lower() or "incendiary" in name.lower() for name in found.suggestions)


@pytest.mark.parametrize(
    ("parameters", "field"),
    [
        ({"people": ["Vulcan"]}, "people"),
        ({"fire_min": ["banana"]}, "fire_min"),
        ({"fire_min": ["-1"]}, "fire_min"),
        ({"moons_min": ["3"], "moons_max": ["1"]}, "moons_min"),
        ({"sort": ["weight"]}, "sort"),
        ({"q": ["x" * 2000]}, "q"),
        ({"q": ["a " * 50]}, "q"),
    ],
)
def test_what_cannot_be_used_is_said_and_the_rest_holds(parameters: dict[str, list[str]], field: str) -> None:
    reading = read_query({"type": ["ship"], **parameters})
    assert [problem.field for problem in reading.problems] == [field]
    assert reading.problems[0].template % reading.problems[0].params
    assert reading.query.types


def test_a_mistyped_people_is_suggested() -> None:
    assert read_query({"people": ["Vulcan"]}).problems[0].suggestions == ("Vulca",)


@given(ANYTHING)
def test_no_parameters_raise_and_the_query_reads_back(parameters: dict[str, list[str]]) -> None:
    query = read_query(parameters).query
    again: dict[str, list[str]] = {}
    for name, value in parameters_of(query):
        again.setdefault(name, []).append(value)
    reading = read_query(again)
    assert reading.query == query
    assert not reading.problems


@given(ANYTHING)
def test_a_search_finds_exactly_what_matches(facts: Catalogue, parameters: dict[str, list[str]]) -> None:
    query = read_query(parameters).query
    found = search(query, facts)
    assert set(found.cards) == {card for card in facts if matches(query, card)}
    assert not (found.cards and found.suggestions)
