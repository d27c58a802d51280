"""Standings of a group: order and reasons."""

from __future__ import annotations

import random
from collections.abc import Iterable

from hypothesis import given
from hypothesis import strategies as st

from matches.core.standings import (
    GROUP_STANDINGS_RULES,
    TIE_BREAKS,
    Outcome,
    PlayedMatch,
    StandingRow,
    StandingsRules,
    criteria_with_column,
    played_match_between,
)
from matches.core.standings import compute_standings as table


def beats(winner: str, loser: str, crystals: int = 5, against: int = 0) -> PlayedMatch[str]:
    return played_match_between((winner, loser), (crystals, against), winner)


WINS_FIRST = StandingsRules(order=("wins", "crystals", "difference", "direct"), by_points=False)


def standings(
    players: Iterable[str], results: Iterable[PlayedMatch[str]], rules: StandingsRules = WINS_FIRST
) -> tuple[StandingRow[str], ...]:
    return table(players, results, rules)


def why(row: StandingRow[str]) -> str:
    return row.why.template % row.why.params


def test_matches_won_come_first_then_crystals_then_the_difference() -> None:
    rows = standings(
        ["Roland", "Elinor", "Mira", "Otto"],
        [
            beats("Elinor", "Roland", 5, 4),
            beats("Elinor", "Otto"),
            beats("Roland", "Otto", 6),
            beats("Mira", "Otto", 6),
        ],
    )
    assert [(row.place, row.player, row.won, row.lost) for row in rows] == [
        (1, "Elinor", 2, 0),
        (2, "Roland", 1, 1),
        (3, "Mira", 1, 0),
        (4, "Otto", 0, 3),
    ]
    assert why(rows[0]) == "most matches won: 2, Roland has 1"
    assert why(rows[2]) == "tied with Roland, but with fewer crystals: 6 to 10"
    assert why(rows[3]) == "fewer matches won than Mira: 0 to 1"
    assert [row.difference for row in rows] == [6, 5, 6, -17]


def test_points_of_opponents_are_a_mean_and_a_draw_is_a_match_too() -> None:
    """Roland met Otto, Mira (0 points each) and Elinor (1, from their draw); Elinor met Roland alone (7)."""
    drawn = played_match_between(("Roland", "Elinor"), (3, 3), None)
    rows = table([], [beats("Roland", "Otto"), beats("Roland", "Mira"), drawn], StandingsRules(order=("opponents",)))
    values = {row.player: row.values["opponents"] for row in rows}
    assert (round(values["Roland"], 2), values["Elinor"], values["Otto"]) == (0.33, 7, 7)


def test_direct_encounters_are_wins_less_losses() -> None:
    """Roland won twice against Otto and once of two against Elinor, who lost to Mira twice."""
    results = [beats("Roland", "Elinor"), beats("Elinor", "Roland"), beats("Roland", "Otto"), beats("Roland", "Otto")]
    results += [beats("Mira", "Elinor")] * 2
    rows = table([], results, StandingsRules(order=("direct",), by_points=False))
    assert {row.player: row.place for row in rows} == {"Roland": 1, "Mira": 1, "Elinor": 3, "Otto": 3}


def test_who_won_against_the_other_stands_above_when_all_else_is_level() -> None:
    level = [beats("Roland", "Elinor"), beats("Elinor", "Otto"), beats("Mira", "Roland")]
    rows = standings([], level)
    assert [(row.place, row.player) for row in rows] == [(1, "Mira"), (2, "Roland"), (3, "Elinor"), (4, "Otto")]
    assert "matches between the tied players" in why(rows[2])


def test_players_whom_nothing_separates_share_a_place_and_the_next_is_skipped() -> None:
    rows = standings([], [beats("Roland", "Otto"), beats("Elinor", "Mira")])
    assert [(row.place, row.player, row.shared) for row in rows] == [
        (1, "Elinor", True),
        (1, "Roland", True),
        (3, "Mira", True),
        (3, "Otto", True),
    ]
    assert why(rows[0]) == "tied with Roland on everything that counts"


def test_who_has_not_played_stands_last_and_the_row_says_so() -> None:
    rows = standings(["Finn", "Roland", "Elinor"], [beats("Roland", "Elinor")])
    assert [row.player for row in rows] == ["Roland", "Elinor", "Finn"]
    assert why(rows[2]) == "has not finished a match yet"


def test_an_empty_table_and_a_table_of_one() -> None:
    assert standings([], []) == ()
    assert [row.place for row in table(["Roland"], [])] == [1]


names = st.sampled_from(["Roland", "Elinor", "Mira", "Otto", "Finn"])
results = st.builds(
    lambda a, b, crystals: beats(a, b, 5, crystals),
    names,
    names,
    st.integers(0, 4),
).filter(lambda result: result.a != result.b)


@given(st.lists(results, max_size=25), st.integers())
def test_the_table_does_not_depend_on_the_order_and_its_sums_are_a_recount(
    some: list[PlayedMatch[str]], seed: int
) -> None:
    rows = standings([], some)
    shuffled = list(some)
    random.Random(seed).shuffle(shuffled)
    assert standings([], shuffled) == rows
    assert sum(row.won for row in rows) == sum(row.lost for row in rows) == len(some)
    assert sum(row.difference for row in rows) == 0
    assert [row.place for row in rows] == sorted(row.place for row in rows)
    keys = [(-row.won, -row.crystals_for, -row.difference) for row in rows]
    assert keys == sorted(keys)
    assert all(why(row) for row in rows)


def test_a_draw_is_half_a_win_for_both_and_a_match_played() -> None:
    drawn = played_match_between(("Roland", "Elinor"), (2, 2), None)
    rows = standings([], [drawn, beats("Roland", "Mira", 5, 3), beats("Elinor", "Mira", 5, 1), beats("Mira", "Roland")])
    assert [(row.player, row.won, row.drawn, row.lost, row.played) for row in rows] == [
        ("Elinor", 1, 1, 0, 2),
        ("Roland", 1, 1, 1, 3),
        ("Mira", 1, 0, 2, 3),
    ]
    assert why(rows[2]) == "fewer matches won than Roland: 1 to 1½"
    assert why(standings([], [drawn])[0]) == "tied with Roland on everything that counts"


def test_the_table_of_a_group_counts_crystals_first() -> None:
    results = [beats("Roland", "Elinor", 5, 4), beats("Elinor", "Mira", 5, 2), beats("Mira", "Roland", 6, 0)]
    rows = standings([], [*results, played_match_between(("Elinor", "Otto"), (0, 0), None)], GROUP_STANDINGS_RULES)
    assert [(row.player, row.crystals_for) for row in rows] == [("Elinor", 9), ("Mira", 8), ("Roland", 5), ("Otto", 0)]
    assert why(rows[0]) == "most crystals: 9, Mira has 8"
    assert why(rows[3]) == "fewer crystals than Roland: 0 to 5"
    level = standings(
        [],
        [beats("Roland", "Elinor", 5, 3), played_match_between(("Otto", "Mira"), (5, 5), None)],
        GROUP_STANDINGS_RULES,
    )
    assert why(level[1]) == "tied with Otto on everything that counts" and level[0].player == "Roland"
    assert why(level[0]) == "tied with Mira, but with more matches won: 1 to ½"


def test_a_bye_counts_like_a_mean_match_and_costs_no_place() -> None:
    """Three winners by 5:4 and a bye: all four are level; by the crystals they have, the bye would be the last."""
    results = [PlayedMatch(a, a + 1, Outcome.A, 5, 4) for a in (1, 3, 5)] + [PlayedMatch(7, None, Outcome.BYE)]
    order = ("crystals", "difference", "opponents", "direct")
    fair = {row.player: row.place for row in table([], results, StandingsRules(order=order, bye_mean=True))}
    assert [fair[player] for player in (1, 3, 5, 7)] == [1, 1, 1, 1]
    plain = {row.player: row.place for row in table([], results, StandingsRules(order=order))}
    assert plain[7] == 4
    second = [*results, PlayedMatch(7, 1, Outcome.A, 5, 2)]
    row = next(row for row in table([], second, StandingsRules(order=order, bye_mean=True)) if row.player == 7)
    assert row.values["crystals"] == 10 and row.crystals_for == 5
    assert isinstance(row.values["crystals"], int)  # written as 10, not as 10.00
    # Two matches, 5:4 and 2:5, give a bye of 3½:4½; the difference is whole all the same.
    half = [
        *results,
        PlayedMatch(9, 2, Outcome.B, 2, 5),
        PlayedMatch(9, 4, Outcome.A, 5, 4),
        PlayedMatch(9, None, Outcome.BYE),
    ]
    row = next(row for row in table([], half, StandingsRules(order=order, bye_mean=True)) if row.player == 9)
    assert (row.values["crystals"], row.values["difference"]) == (10.5, -3)
    assert isinstance(row.values["difference"], int)


def test_only_averages_show_a_whole_value_with_decimals() -> None:
    averages = ("opponents", "crystals_a_match")
    shown = {}
    for name in criteria_with_column(TIE_BREAKS):
        for row in table((), [beats("Roland", "Elinor"), beats("Ben", "Elinor")], StandingsRules(order=(name,))):
            display = TIE_BREAKS[name].show
            assert display is not None
            shown[name, row.player] = str(display(row.values[name]))
    assert [key for key, text in shown.items() if "." in text and key[0] not in averages] == []
