"""Orders of a season: what a table goes by, and the reason of every place."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.core.seasons import SeasonOrder, season_table
from matches.core.seasons.encounters import Encounter


def met(winner: str, loser: str, day: int, crystals: tuple[int, int] = (5, 3)) -> Encounter:
    return Encounter(winner, loser, *crystals, winner, date(2025, 3, day))


# Piet comes every evening and wins half, Lea comes to three and wins nearly all, Jan came once and won.
CLUB = [
    *[met("Piet", "Ute", day) for day in range(1, 9)],
    *[met("Ute", "Piet", day) for day in range(1, 9)],
    *[met("Lea", "Ute", day) for day in (1, 2, 3)],
    *[met("Lea", "Piet", day) for day in (1, 2, 3)],
    met("Ute", "Lea", 3),
    met("Jan", "Piet", 4),
]


def places(order: SeasonOrder, played: list[Encounter] = CLUB) -> list[str]:
    return [row.player for row in season_table(played, order)]


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        (SeasonOrder("crystals"), ["Ute", "Piet", "Lea", "Jan"]),
        (SeasonOrder("match", minimum=5), ["Lea", "Ute", "Piet", "Jan"]),
        (SeasonOrder("match", minimum=0), ["Jan", "Lea", "Ute", "Piet"]),
        (SeasonOrder("evening", minimum=5), ["Lea", "Ute", "Piet", "Jan"]),
        (SeasonOrder("best", best=3, minimum=0), ["Lea", "Ute", "Piet", "Jan"]),
        (SeasonOrder("best", best=99, minimum=0), ["Ute", "Piet", "Lea", "Jan"]),
    ],
)
def test_a_table_goes_by_what_was_chosen(order: SeasonOrder, expected: list[str]) -> None:
    assert places(order) == expected


def test_the_rating_orders_by_its_careful_end() -> None:
    assert places(SeasonOrder("rating", minimum=5))[0] == "Lea"


def test_every_place_has_its_reason() -> None:
    lea, ute, _piet, jan = season_table(CLUB, SeasonOrder("match", minimum=5))
    assert lea.why.template % {**lea.why.params, "what": "points per match"} == "points per match: 2.57, Ute has 1.35"
    assert (ute.why.params["mine"], ute.why.params["theirs"]) == ("1.35", "2.57")
    assert jan.why.params == {"played": 1, "minimum": 5} and lea.values == {"match": 2.57}


def test_guests_stand_behind_all_members_and_while_nobody_has_enough_matches_everybody_has() -> None:
    rows = season_table([met("Jan", "Piet", 1), met("Piet", "Ute", 1)], SeasonOrder(), guests={"Jan"})
    assert [row.player for row in rows] == ["Piet", "Ute", "Jan"]
    assert rows[-1].why.template.startswith("a guest")
    assert [row.place for row in season_table([], SeasonOrder(), present=["A", "B"])] == [1, 1]


@given(st.lists(st.tuples(st.sampled_from("abcd"), st.sampled_from("abcd"), st.integers(1, 4)), max_size=25))
def test_places_do_not_depend_on_the_order_of_the_matches(drawn: list[tuple[str, str, int]]) -> None:
    played = [met(a, b, day) for a, b, day in drawn if a != b]
    for by in ("match", "evening", "best", "crystals"):
        rows = season_table(played, SeasonOrder(by, best=2, minimum=2))
        assert [(row.player, row.place) for row in rows] == [
            (row.player, row.place) for row in season_table(played[::-1], SeasonOrder(by, best=2, minimum=2))
        ]
        assert sorted(row.place for row in rows) == [row.place for row in rows]
