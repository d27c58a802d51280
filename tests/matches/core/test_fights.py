"""Fights of a game: dragons, the end of a game, and penalties."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.core.scoring import (
    DragonPosition,
    Fight,
    GameEnd,
    GameRecord,
    MatchRecord,
    MatchSettings,
    PenalisedMistake,
    Penalty,
    SixCardsRule,
    dragon_track,
    score_match,
)
from matches.core.scoring.dragons import dragons_attracted_by, winner_by_dragons
from matches.core.scoring.game_checks import game_from_fights

PLAYERS = ("Roland", "Elinor")
BOTH = SixCardsRule.COMBAT_AND_SUPPORT


def fights(text: str) -> tuple[Fight, ...]:
    """ "R6 E1 Rb": Roland with six cards, Elinor with one, Roland by a called bluff."""
    names = {"R": "Roland", "E": "Elinor", "X": "a stranger"}
    return tuple(
        Fight(names[mark[0]], 0, bluff=True) if mark[1:] == "b" else Fight(names[mark[0]], int(mark[1:]))
        for mark in text.split()
    )


@pytest.mark.parametrize(
    ("played", "states", "winner"),
    [
        pytest.param("R1", (1,), None, id="GAME-20-one"),
        pytest.param("R6", (2,), None, id="GAME-20-six-bring-a-second"),
        pytest.param("E1 R1", (-1, 0), None, id="GAME-19-to-the-middle-first"),
        pytest.param("E1 R6", (-1, 1), None, id="GAME-22-two-from-minus-one"),
        pytest.param("R1 R6", (1, 3), None, id="GAME-22-two-with-one-makes-three"),
        pytest.param("R6 R6", (2, 3), 1, id="GAME-22-two-with-two-ends-the-game"),
        pytest.param("E6 E1 E1", (-2, -3, -3), -1, id="MATCH-06-the-fourth"),
        pytest.param("R5 Rb", (1, 2), None, id="GAME-24-a-called-bluff"),
    ],
)
def test_the_dragons_move_one_by_one(played: str, states: tuple[int, ...], winner: int | None) -> None:
    track = dragon_track(PLAYERS, fights(played), BOTH)
    assert track.states == states
    assert (None if track.tug.winner is None else int(track.tug.winner)) == winner


def test_what_counts_towards_six_is_agreed() -> None:  # GAME-21
    fight = Fight("Roland", combat=4, support=2)
    assert dragons_attracted_by(fight, BOTH) == 2
    assert dragons_attracted_by(fight, SixCardsRule.COMBAT_ONLY) == 1


def test_a_text_changes_the_dragons_of_a_retreat_but_not_of_a_bluff() -> None:  # GAME-24
    assert dragons_attracted_by(Fight("Roland", 1, modifier=1), BOTH) == 2
    assert dragons_attracted_by(Fight("Roland", 1, modifier=-3), BOTH) == 0
    assert dragons_attracted_by(Fight("Roland", 0, bluff=True, modifier=1), BOTH) == 1


@pytest.mark.parametrize(
    ("state", "out_first", "winner"),
    [(1, "", "Roland"), (-2, "Roland", "Elinor"), (0, "Elinor", "Roland"), (0, "Roland", "Elinor"), (0, "", "")],
)
def test_dragons_decide_first_and_then_who_held_a_card_last(state: int, out_first: str, winner: str) -> None:
    assert winner_by_dragons(PLAYERS, DragonPosition(state), out_first=out_first) == winner  # MATCH-07


@pytest.mark.parametrize(
    ("played", "said", "crystals"),
    [
        pytest.param("R6 R1 R1", {}, {"Roland": 4, "Elinor": 0}, id="fourth-dragon"),
        pytest.param("R1 E6", {"ended": "out_of_cards"}, {"Roland": 0, "Elinor": 2}, id="out-of-cards"),
        pytest.param("R1 E1", {"ended": "out_of_cards", "out_first": "Roland"}, {"Roland": 0, "Elinor": 1}, id="tie"),
        pytest.param("", {"ended": "decline", "out_first": "Elinor"}, {"Roland": 1, "Elinor": 0}, id="decline"),
        pytest.param("R6", {"ended": "concession", "winner": "Elinor"}, {"Roland": 0, "Elinor": 1}, id="concession"),
        pytest.param("R6", {"ended": "penalty", "winner": "Elinor"}, {"Roland": 0, "Elinor": 4}, id="MATCH-09"),
        pytest.param("R6", {"ended": "illegal_deck", "winner": "Elinor"}, {"Roland": 0, "Elinor": 4}, id="illegal"),
    ],
)
def test_a_game_follows_from_its_fights(played: str, said: dict[str, str], crystals: dict[str, int]) -> None:
    game = game_from_fights(PLAYERS, fights(played), MatchSettings(), **said)  # type: ignore[arg-type]
    result = score_match(MatchRecord(PLAYERS, (game,)))
    assert (result.crystals, result.findings) == (crystals, ())


@pytest.mark.parametrize(
    ("game", "code"),
    [
        pytest.param(GameRecord("Roland", 3, 0, "fourth_dragon", fights("R6 R1 R1 R1")), "GAME-22", id="after-the-end"),
        pytest.param(GameRecord("Roland", 3, 0, "out_of_cards", fights("R6 R1 R1")), "MATCH-06", id="fourth-not-said"),
        pytest.param(GameRecord("Roland", 3, 0, "fourth_dragon", fights("R6 R1")), "MATCH-06", id="no-fourth"),
        pytest.param(GameRecord("Elinor", 1, 0, "out_of_cards", fights("R1")), "MATCH-07", id="the-other-has-dragons"),
        pytest.param(GameRecord("", 0, 0, "out_of_cards", fights("R1 E1")), "MATCH-07", id="a-tie-nobody-decided"),
        pytest.param(
            GameRecord("Roland", 0, 0, "out_of_cards", fights("R1 E1"), out_first="Roland"),
            "MATCH-07",
            id="wrong-tie",
        ),
        pytest.param(GameRecord("Roland", 2, 0, "out_of_cards", fights("R1")), "GAME-19", id="other-dragons"),
        pytest.param(GameRecord("Roland", 0, 0, "out_of_cards", ()), "MATCH-06", id="out-of-cards-without-a-fight"),
        pytest.param(GameRecord("Roland", 1, 0, "out_of_cards", fights("X1 R1")), "GAME-20", id="a-stranger"),
        pytest.param(GameRecord("Roland", 1, 0, "out_of_cards", (Fight("Roland", 0),)), "GAME-20", id="no-cards"),
        pytest.param(
            GameRecord("Roland", 1, 0, "out_of_cards", (Fight("Roland", -1),)), "GAME-21", id="negative-cards"
        ),
        pytest.param(
            GameRecord("Roland", 1, 0, "out_of_cards", (Fight("Roland", 41),)), "GAME-21", id="too-many-cards"
        ),
        pytest.param(
            GameRecord("Roland", 1, 0, "out_of_cards", (Fight("Roland", 0, bluff=True, modifier=1),)),
            "GAME-24",
            id="bluff",
        ),
        pytest.param(
            GameRecord("Roland", 0, 0, "out_of_cards", fights("R1"), "a stranger"), "MATCH-07", id="out-first"
        ),
        pytest.param(GameRecord("Roland", 0, 0, "time"), "MATCH-06", id="a-winner-on-time"),
    ],
)
def test_an_impossible_account_is_refused_with_its_rule(game: GameRecord, code: str) -> None:
    result = score_match(MatchRecord(PLAYERS, (game,)))
    assert code in [finding.code for finding in result.findings]
    assert not result.is_possible and result.by_game == (None,)


def test_when_time_is_up_whoever_is_ahead_has_won() -> None:
    ahead = score_match(MatchRecord(PLAYERS, (GameRecord("Roland", 1), GameRecord("", 2, ended=GameEnd.TIME))))
    assert (ahead.winner, ahead.drawn, ahead.by_game, ahead.over) == ("Roland", False, (2, 0), True)
    level = score_match(MatchRecord(PLAYERS, (GameRecord("", 0, ended=GameEnd.TIME),)))
    assert (level.winner, level.drawn, level.over, level.is_possible) == (None, True, True, True)
    late = score_match(MatchRecord(PLAYERS, (GameRecord("", 0, ended=GameEnd.TIME), GameRecord("Roland", 1))))
    assert [finding.code for finding in late.findings] == ["MATCH-03"]


def test_a_disputed_game_gives_nothing_and_is_pointed_out() -> None:
    result = score_match(MatchRecord(PLAYERS, (GameRecord("Roland", 3, disputed=True),)))
    assert result.crystals["Roland"] == 0 and result.is_possible and len(result.findings) == 1


def test_a_mistake_gives_the_opponent_the_crystals_that_were_agreed() -> None:  # MATCH-10
    sheet = MatchSettings(penalty=Penalty.CRYSTALS, penalty_crystals=2)
    record = MatchRecord(
        PLAYERS, (GameRecord("Roland", 1),), sheet, (PenalisedMistake("Roland", 1), PenalisedMistake("Roland", 0))
    )
    assert score_match(record).crystals == {"Roland": 2, "Elinor": 4}
    decided = MatchRecord(
        PLAYERS, (GameRecord("Elinor", 3),), sheet, (PenalisedMistake("Roland", 1), PenalisedMistake("Elinor", 1))
    )
    assert (score_match(decided).winner, score_match(decided).crystals) == ("Elinor", {"Roland": 0, "Elinor": 6})


@pytest.mark.parametrize(
    ("sheet", "given"),
    [
        (MatchSettings(penalty=Penalty.WARNING), PenalisedMistake("Roland", 0)),
        (MatchSettings(penalty=Penalty.CRYSTALS), PenalisedMistake("a stranger", 0)),
        (MatchSettings(penalty=Penalty.CRYSTALS), PenalisedMistake("Roland", 3)),
        (MatchSettings(penalty=Penalty.CRYSTALS, penalty_crystals=0), PenalisedMistake("Roland", 0)),
    ],
)
def test_a_penalty_that_cannot_be_is_refused(sheet: MatchSettings, given: PenalisedMistake) -> None:
    assert [finding.code for finding in score_match(MatchRecord(PLAYERS, (), sheet, (given,))).findings] == ["MATCH-10"]


some_fights = st.lists(
    st.builds(
        Fight,
        st.sampled_from(PLAYERS),
        st.integers(1, 8),
        st.integers(0, 4),
        st.booleans(),
        st.integers(-3, 3),
    ),
    max_size=25,
)


@given(some_fights, st.sampled_from(SixCardsRule))
def test_dragons_stay_on_the_track_and_move_at_most_as_many_as_were_attracted(
    some: list[Fight], reading: SixCardsRule
) -> None:
    track = dragon_track(PLAYERS, some, reading)
    before = 0
    for fight, state in zip(some, track.states, strict=False):
        assert -3 <= state <= 3 and abs(state - before) <= dragons_attracted_by(fight, reading)
        before = state
    assert len(track.states) + track.surplus == len(some)


@given(some_fights, st.sampled_from(("", *PLAYERS)))
def test_a_game_made_from_its_fights_is_never_contradicted_by_them(some: list[Fight], out_first: str) -> None:
    plain = [Fight(fight.winner, 0, bluff=True) if fight.bluff else fight for fight in some]
    kept = plain[: len(plain) - dragon_track(PLAYERS, plain, BOTH).surplus]
    game = game_from_fights(PLAYERS, kept, MatchSettings(), out_first=out_first)
    result = score_match(MatchRecord(PLAYERS, (game,)))
    if kept and game.winner:
        assert result.is_possible and result.crystals[game.winner] == 1 + game.dragons


@given(some_fights)
def test_the_track_is_the_same_seen_from_the_other_side(some: list[Fight]) -> None:
    mine, theirs = dragon_track(PLAYERS, some, BOTH), dragon_track((PLAYERS[1], PLAYERS[0]), some, BOTH)
    assert [-state for state in mine.states] == list(theirs.states)
