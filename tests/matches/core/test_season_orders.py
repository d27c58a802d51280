"""Orders of a season: what a table goes by, and the reason of every place."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.core.seasons import SeasonOrder, season_standings
from matches.core.seasons.encounters import Encounter
from matches.core.standings import StandingRow


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
    return [row.player for row in season_standings(played, order)]


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


def test_the_best_evenings_count_and_not_the_worst() -> None:
    """Roland wins twice on one evening and never on the other, Elinor once on each: 6 against 3."""
    played = [met("Roland", "Jan", 1), met("Roland", "Jan", 1), met("Jan", "Roland", 2)]
    played += [met("Elinor", "Ute", 1), met("Elinor", "Ute", 2)]
    for best, roland, elinor in ((1, 6, 3), (2, 6, 6)):
        table = season_standings(played, SeasonOrder("best", best=best, minimum=1))
        values = {row.player: row.values["best"] for row in table}
        assert (values["Roland"], values["Elinor"]) == (roland, elinor)


def test_points_per_evening_are_not_divided_by_matches() -> None:
    """Roland wins twice on one evening: six points that evening, three a match; Elinor wins once on each of two."""
    played = [met("Roland", "Jan", 1), met("Roland", "Ute", 1), met("Elinor", "Jan", 1), met("Elinor", "Ute", 2)]
    for by, roland, elinor in (("evening", 6, 3), ("match", 3, 3)):
        values = {row.player: row.values[by] for row in season_standings(played, SeasonOrder(by, minimum=1))}
        assert (values["Roland"], values["Elinor"]) == (roland, elinor)


def test_while_nobody_has_enough_matches_nobody_is_put_behind_for_it() -> None:
    """With one match of five required, points alone decide, and the reasons of both places show only points."""
    elinor, roland = season_standings([met("Elinor", "Roland", 1)], SeasonOrder("match", minimum=5))
    assert (elinor.place, roland.place) == (1, 2)
    assert (elinor.why.params["mine"], elinor.why.params["theirs"]) == (Decimal("3"), Decimal("0"))
    assert (roland.why.params["mine"], roland.why.params["theirs"]) == (Decimal("0"), Decimal("3"))


def test_a_draw_gives_a_point_to_both() -> None:
    drawn = Encounter("Roland", "Elinor", 4, 4, "", date(2025, 3, 1))
    for by in ("match", "evening", "best"):
        rows = season_standings([drawn], SeasonOrder(by, minimum=1))
        assert [(row.place, row.values[by]) for row in rows] == [(1, 1), (1, 1)]
    ahead = season_standings([drawn, met("Jan", "Ute", 1)], SeasonOrder("match", minimum=1))
    assert [(row.player, row.values["match"]) for row in ahead] == [
        ("Jan", 3),
        ("Elinor", 1),
        ("Roland", 1),
        ("Ute", 0),
    ]


def test_the_rating_orders_by_its_careful_end() -> None:
    assert places(SeasonOrder("rating", minimum=5))[0] == "Lea"


def test_every_place_has_its_reason() -> None:
    lea, ute, _piet, jan = season_standings(CLUB, SeasonOrder("match", minimum=5))
    assert lea.why.template % {**lea.why.params, "what": "points per match"} == "points per match: 2.57, Ute has 1.35"
    assert (ute.why.params["mine"], ute.why.params["theirs"]) == (Decimal("1.35"), Decimal("2.57"))
    assert jan.why.params == {"played": 1, "minimum": 5} and lea.values == {"match": 2.57}


def test_guests_stand_behind_all_members_and_while_nobody_has_enough_matches_everybody_has() -> None:
    rows = season_standings([met("Jan", "Piet", 1), met("Piet", "Ute", 1)], SeasonOrder(), guests={"Jan"})
    assert [row.player for row in rows] == ["Piet", "Ute", "Jan"]
    assert rows[-1].why.template.startswith("guest")
    assert [row.place for row in season_standings([], SeasonOrder(), present=["A", "B"])] == [1, 1]


@given(st.lists(st.tuples(st.sampled_from("abcd"), st.sampled_from("abcd"), st.integers(1, 4)), max_size=25))
def test_places_do_not_depend_on_the_order_of_the_matches(drawn: list[tuple[str, str, int]]) -> None:
    played = [met(a, b, day) for a, b, day in drawn if a != b]
    for by in ("match", "evening", "best", "crystals"):
        rows = season_standings(played, SeasonOrder(by, best=2, minimum=2))
        assert [(row.player, row.place) for row in rows] == [
            (row.player, row.place) for row in season_standings(played[::-1], SeasonOrder(by, best=2, minimum=2))
        ]
        assert sorted(row.place for row in rows) == [row.place for row in rows]


def value_of(row: StandingRow[str], criterion: str, by: str) -> float:
    wins = row.won + row.drawn / 2
    own = {"crystals": row.crystals_for, "wins": wins, "difference": row.difference}
    return row.values[by] if criterion == by and by != "crystals" else own[criterion]


def figure_of(row: StandingRow[str], name: str) -> float:
    return float(str(row.why.params[name]).replace("½", ".5"))


def says_the_truth(row: StandingRow[str], rows: Sequence[StandingRow[str]], by: str, guests: Collection[str]) -> bool:
    """Whether a stated reason is true of its table."""
    above = [each for each in rows if each.place < row.place]
    sharing = [each.player for each in rows if each.place == row.place and each is not row]
    template, params = row.why.template, row.why.params
    shown = row.crystals_for if by == "crystals" else row.values.get(by)
    few = row.played < int(str(params.get("minimum", 0)))
    alone = {
        "has not finished a match yet": not row.played,
        "guest, ranked after the members": row.player in guests and above and above[-1].player not in guests,
        "the only player in the standings": len(rows) == 1,
        "%(what)s: %(mine)s": not above and "mine" in params and abs(figure_of(row, "mine") - (shown or 0)) < 0.01,
        "tied with %(other)s on everything that counts": list(row.why.others) == sharing,
        "tied with %(count)s others on everything that counts": params.get("count") == len(sharing) > 5,
    }
    if "matches required" in template:
        return few and params["played"] == row.played and above[-1].played >= int(str(params["minimum"]))
    return bool(alone[template]) if template in alone else not sharing and compares_truly(row, rows, by)


def compares_truly(row: StandingRow[str], rows: Sequence[StandingRow[str]], by: str) -> bool:
    """Whether a reason compares with the next row, the first, or the last one above, by what tells the two apart."""
    [other] = (each for each in rows if each.player in row.why.others)
    above = [each.place for each in rows if each.place < row.place]
    if other.place != (above[-1] if above else min(each.place for each in rows if each.place > row.place)):
        return False
    compared = (by, "difference") if by != "crystals" else ("crystals", "wins", "difference")
    decided = next((name for name in compared if value_of(row, name, by) != value_of(other, name, by)), "direct")
    if row.why.template.startswith("tied with") is (decided == by):
        return False
    if decided == "direct":
        return True
    mine, theirs = figure_of(row, "mine"), figure_of(row, "theirs")
    told = abs(mine - value_of(row, decided, by)) < 0.01 and abs(theirs - value_of(other, decided, by)) < 0.01
    return told and (mine > theirs) is not bool(above) and mine != theirs


MATCHES = st.tuples(
    st.sampled_from("abcdefgh"),
    st.sampled_from("abcdefgh"),
    st.integers(1, 3),
    st.sampled_from([(5, 3), (5, 0), (3, 3), (5, 4)]),
)


@given(
    st.lists(MATCHES, max_size=14),
    st.sets(st.sampled_from("abcdefgh"), max_size=3),
    st.sets(st.sampled_from("abxy")),
    st.integers(0, 4),
)
def test_every_stated_reason_is_true(
    drawn: list[tuple[str, str, int, tuple[int, int]]], guests: set[str], present: set[str], minimum: int
) -> None:
    played = [
        Encounter(a, b, *crystals, a if crystals[0] != crystals[1] else "", date(2025, 3, day))
        for a, b, day, crystals in drawn
        if a != b
    ]
    for by in ("match", "evening", "best", "rating", "crystals"):
        rows = season_standings(played, SeasonOrder(by, best=2, minimum=minimum), present=present, guests=guests)
        for row in rows:
            assert says_the_truth(row, rows, by, guests), (by, row)


def test_a_shared_place_names_who_shares_it() -> None:
    played = [met(name, "Ute", 1) for name in ("Anna", "Carla", "Dieter")] + [met("Anna", "Ute", 2)]
    anna, carla, dieter, ute = season_standings(played, SeasonOrder("match", minimum=1))
    assert [row.place for row in (anna, carla, dieter, ute)] == [1, 2, 2, 4]
    assert (carla.why.others, dieter.why.others) == (("Dieter",), ("Carla",))


def test_the_first_is_not_compared_with_somebody_who_has_too_few_matches() -> None:
    played = [met("Anna", "Ute", day) for day in (1, 2)] + [met("Ute", "Anna", 3), met("Carla", "Bo", 1)]
    rows = season_standings(played, SeasonOrder("match", minimum=3), guests={"Ute"})
    assert [row.player for row in rows] == ["Anna", "Carla", "Bo", "Ute"]
    assert (rows[0].why.template, rows[0].why.params["mine"]) == ("%(what)s: %(mine)s", 2)
