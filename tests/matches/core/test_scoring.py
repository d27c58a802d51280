"""Score of a match by rule number: crystals, caps, targets, penalties, impossible games."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.core.scoring import GameEnd, GameRecord, MatchRecord, MatchSettings, Penalty, Severity, score_match

PLAYERS = ("Roland", "Elinor")


def record(*games: GameRecord, **sheet: object) -> MatchRecord:
    return MatchRecord(PLAYERS, games, MatchSettings(**sheet))  # type: ignore[arg-type]


def codes(match: MatchRecord) -> list[str]:
    return [finding.code for finding in score_match(match).findings]


@pytest.mark.parametrize(
    ("game", "crystals"),
    [
        pytest.param(GameRecord("Roland", 0), 1, id="MATCH-01-all-neutral"),
        pytest.param(GameRecord("Roland", 1), 2, id="MATCH-01-one"),
        pytest.param(GameRecord("Roland", 2), 3, id="MATCH-01-two"),
        pytest.param(GameRecord("Roland", 3), 4, id="MATCH-01-three"),
        pytest.param(GameRecord("Roland", 3, 1), 5, id="MATCH-02-three-dragons-and-a-crystal-card"),
        pytest.param(GameRecord("Roland", 3, 3), 7, id="MATCH-02-the-maximum"),
        pytest.param(GameRecord("Roland", 0, 2), 3, id="MATCH-02-crystal-cards-alone"),
        pytest.param(GameRecord("Roland", 3, 0, GameEnd.FOURTH_DRAGON), 4, id="MATCH-06a-fourth-dragon"),
        pytest.param(GameRecord("Roland", 1, 0, GameEnd.OUT_OF_CARDS), 2, id="MATCH-06b-out-of-cards"),
        pytest.param(GameRecord("Roland", 0, 0, GameEnd.DECLINE), 1, id="MATCH-06c-decline"),
        pytest.param(GameRecord("Roland", 2, 0, GameEnd.CONCESSION), 3, id="concession-counts-what-lies-there"),
        pytest.param(GameRecord("Roland", 0, 0, GameEnd.PENALTY), 4, id="MATCH-09-maximum"),
    ],
)
def test_a_game_gives_its_winner_and_only_him(game: GameRecord, crystals: int) -> None:
    result = score_match(record(game, target=9))
    assert result.crystals == {"Roland": crystals, "Elinor": 0}
    assert result.findings == ()


def test_a_penalty_gives_seven_where_crystal_cards_are_in_use() -> None:  # MATCH-09, C-12
    assert score_match(record(GameRecord("Elinor", 0, 0, "penalty"), crystal_cards=True)).crystals["Elinor"] == 7
    shown = record(GameRecord("Roland", 0, 1), GameRecord("Elinor", 0, 0, "penalty"))
    assert score_match(shown).crystals == {"Roland": 2, "Elinor": 7}


@pytest.mark.parametrize("agreed", ["emissary", "inquisitor"])
def test_a_penalty_gives_seven_where_the_expansion_is_agreed_without_crystal_cards(agreed: str) -> None:  # MATCH-09
    lost = record(GameRecord("Elinor", 0, 0, "penalty"), crystal_cards=False, **{agreed: True})
    assert score_match(lost).crystals["Elinor"] == 7


def test_a_cap_a_game_limits_even_a_penalty() -> None:  # MATCH-05
    assert score_match(record(GameRecord("Roland", 3, 3), game_cap=5)).by_game == (5,)
    assert score_match(record(GameRecord("Roland", 3, 0, "penalty"), game_cap=3)).by_game == (3,)


def test_the_first_at_the_target_wins_and_the_surplus_is_kept() -> None:  # MATCH-03
    result = score_match(record(GameRecord("Elinor", 3), GameRecord("Roland", 3), GameRecord("Elinor", 2)))
    assert (result.winner, result.crystals) == ("Elinor", {"Roland": 4, "Elinor": 7})


def test_nobody_has_won_below_the_target() -> None:  # MATCH-03
    assert score_match(record(GameRecord("Elinor", 3), GameRecord("Roland", 3))).winner is None


def test_the_target_is_what_was_agreed() -> None:  # MATCH-03
    assert score_match(record(GameRecord("Elinor", 0), target=1)).winner == "Elinor"
    assert score_match(record(GameRecord("Elinor", 3), target=6)).winner is None


def test_a_match_to_five_has_at_most_nine_games() -> None:  # MATCH-03
    games = [GameRecord(PLAYERS[i % 2], 0) for i in range(9)]
    assert score_match(record(*games[:8])).winner is None
    assert score_match(record(*games)).winner == "Roland"


def test_the_loser_of_the_last_game_starts_and_before_the_first_nobody_is_named() -> None:  # MATCH-04
    assert score_match(record()).next_starter is None
    assert score_match(record(GameRecord("Roland", 1))).next_starter == "Elinor"
    assert score_match(record(GameRecord("Roland", 1), GameRecord("Elinor", 0))).next_starter == "Roland"


@pytest.mark.parametrize(
    ("game", "code"),
    [
        pytest.param(GameRecord("Roland", 4), "MATCH-01", id="four-dragons"),
        pytest.param(GameRecord("Roland", -1), "MATCH-01", id="negative-dragons"),
        pytest.param(GameRecord("a stranger", 1), "MATCH-01", id="a-winner-who-does-not-play"),
        pytest.param(GameRecord("", 1), "MATCH-01", id="no-winner"),
        pytest.param(GameRecord("Roland", 1, -1), "MATCH-02", id="negative-crystal-cards"),
        pytest.param(GameRecord("Roland", 2, 0, "fourth_dragon"), "MATCH-06", id="fourth-dragon-with-two"),
        pytest.param(GameRecord("Roland", 2, 0, "weather"), "MATCH-06", id="an-end-that-does-not-exist"),
    ],
)
def test_an_impossible_game_is_refused_with_its_rule_and_not_counted(game: GameRecord, code: str) -> None:
    result = score_match(record(game))
    assert [(finding.code, finding.game) for finding in result.findings] == [(code, 1)]
    assert result.crystals == {"Roland": 0, "Elinor": 0}
    assert not result.is_possible and result.next_starter is None


def test_every_fault_of_a_game_is_found_at_once() -> None:
    assert codes(record(GameRecord("nobody", 4, -2, "weather"))) == ["MATCH-01", "MATCH-01", "MATCH-06", "MATCH-02"]


def test_more_than_seven_crystals_are_counted_as_seven_and_found() -> None:  # MATCH-02
    result = score_match(record(GameRecord("Roland", 3, 4), target=9))
    assert result.crystals["Roland"] == 7
    assert [finding.code for finding in result.findings] == ["MATCH-02"] and not result.is_possible


def test_more_than_three_crystal_cards_are_doubted_but_counted() -> None:  # MATCH-02
    result = score_match(record(GameRecord("Roland", 0, 4), target=9))
    assert [finding.severity for finding in result.findings] == [Severity.WARNING]
    assert result.is_possible and result.crystals["Roland"] == 5


def test_crystal_cards_that_were_not_agreed_are_refused() -> None:  # MATCH-12
    assert codes(record(GameRecord("Roland", 1, 1), crystal_cards=False)) == ["MATCH-02"]


def test_a_game_loss_by_penalty_has_to_be_agreed() -> None:  # MATCH-10
    assert codes(record(GameRecord("Roland", 0, 0, "penalty"), penalty=Penalty.WARNING)) == ["MATCH-10"]


def test_a_game_after_the_match_was_won_does_not_count() -> None:  # MATCH-03
    result = score_match(
        record(GameRecord("Roland", 3), GameRecord("Roland", 0), GameRecord("Elinor", 3), GameRecord("Elinor", 3))
    )
    assert result.winner == "Roland" and result.crystals["Elinor"] == 0
    assert [(finding.code, finding.game) for finding in result.findings] == [("MATCH-03", 3), ("MATCH-03", 4)]


def test_a_sheet_nobody_can_play_by_is_found() -> None:
    assert codes(record(target=0)) == ["MATCH-03"]
    assert codes(record(edition="third")) == ["MATCH-12"]
    assert codes(record(game_cap=0)) == ["MATCH-05"]
    assert codes(MatchRecord(("Roland", "Roland"))) == ["MATCH-01"]


games = st.builds(
    GameRecord,
    st.sampled_from((*PLAYERS, "a stranger")),
    st.integers(-1, 4),
    st.integers(-1, 5),
    st.sampled_from((*GameEnd, "weather")),
)
possible_games = st.builds(
    GameRecord,
    st.sampled_from(PLAYERS),
    st.integers(0, 3),
    st.just(0),
    st.sampled_from((GameEnd.OUT_OF_CARDS, GameEnd.DECLINE, GameEnd.CONCESSION)),
)


@given(st.lists(games, max_size=20), st.integers(-1, 8))
def test_the_totals_equal_a_recount_and_only_one_has_reached_the_target(some: list[GameRecord], target: int) -> None:
    match = record(*some, target=target)
    result = score_match(match)
    for player in PLAYERS:
        recount = sum(points or 0 for game, points in zip(some, result.by_game, strict=True) if game.winner == player)
        assert result.crystals[player] == recount
    reached = [player for player in PLAYERS if 1 <= target <= result.crystals[player]]
    assert reached == ([result.winner] if result.winner else [])


@given(st.lists(possible_games, min_size=9, max_size=15))
def test_nine_games_always_decide_a_match_to_five(some: list[GameRecord]) -> None:
    result = score_match(record(*some))
    assert result.winner is not None
    assert sum(points is not None for points in result.by_game) <= 9


@given(st.lists(possible_games, max_size=8), st.randoms())
def test_the_crystals_of_an_open_match_do_not_depend_on_the_order(some: list[GameRecord], rng: object) -> None:
    shuffled = list(some)
    rng.shuffle(shuffled)  # type: ignore[attr-defined]
    assert score_match(record(*some, target=99)).crystals == score_match(record(*shuffled, target=99)).crystals
