"""The dragon track of a game."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.core.scoring import Direction, DragonPosition, SixCardsRule, attract, count_for_six, dragons_for_fight


@pytest.mark.parametrize(
    ("state", "n", "expected"),
    [
        pytest.param(0, 1, DragonPosition(1), id="GAME-19-a-neutral-dragon"),
        pytest.param(-1, 1, DragonPosition(0), id="GAME-19-first-to-the-middle"),
        pytest.param(-3, 1, DragonPosition(-2), id="GAME-19-from-three-of-the-other"),
        pytest.param(2, 2, DragonPosition(3, Direction.FIRST), id="GAME-22-the-third-then-the-end"),
        pytest.param(1, 2, DragonPosition(3), id="GAME-22-three-and-the-game-goes-on"),
        pytest.param(-1, 2, DragonPosition(1), id="GAME-22-from-minus-one-to-one"),
        pytest.param(3, 1, DragonPosition(3, Direction.FIRST), id="GAME-22-the-fourth"),
        pytest.param(2, 0, DragonPosition(2), id="GAME-20-none"),
    ],
)
def test_dragons_come_one_by_one(state: int, n: int, expected: DragonPosition) -> None:
    assert attract(state, Direction.FIRST, n) == expected
    mirrored = attract(-state, Direction.SECOND, n)
    assert mirrored.state == -expected.state and (mirrored.winner is Direction.SECOND) == (
        expected.winner is Direction.FIRST
    )


@pytest.mark.parametrize(("cards", "dragons"), [(1, 1), (5, 1), (6, 2), (12, 2)])
def test_six_cards_bring_a_second_dragon(cards: int, dragons: int) -> None:  # GAME-20
    assert dragons_for_fight(cards) == dragons


def test_supports_count_towards_six_unless_agreed_otherwise() -> None:  # GAME-21
    assert count_for_six(4, 2, SixCardsRule.COMBAT_AND_SUPPORT) == 6
    assert count_for_six(4, 2, SixCardsRule.COMBAT_ONLY) == 4


@given(st.lists(st.tuples(st.sampled_from(Direction), st.integers(0, 5))))
def test_dragons_stay_on_the_track_and_only_a_fourth_ends_the_game(fights: list[tuple[Direction, int]]) -> None:
    tug = DragonPosition()
    for side, n in fights:
        before, tug = tug, attract(tug.state, side, n)
        assert -3 <= tug.state <= 3
        assert (tug.winner is side) == (before.state * side + n > 3)


@pytest.mark.parametrize(("state", "n"), [(4, 1), (-4, 1), (0, -1)])
def test_what_is_off_the_track_is_refused(state: int, n: int) -> None:
    with pytest.raises(ValueError, match="dragons"):
        attract(state, Direction.FIRST, n)
