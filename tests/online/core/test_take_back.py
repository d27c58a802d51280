"""Taking back: which actions count, when nobody has learned anything, and how far a seat goes back."""

from __future__ import annotations

import pytest

from cards.core.facts import Catalogue
from game.engine.table import bits
from online.core.events import visible_events
from online.core.take_back import (
    BACK,
    JUDGE,
    can_take_back_freely,
    is_within_question,
    rows_not_taken_back,
    start_of_last_move,
    take_back_event,
)
from tests.online.core.walks import Row, hidden_cards, row_of, walk


def back(number: int, to: int, rows: list[Row]) -> Row:
    undone = [row for row in rows_not_taken_back(rows) if row.number > to]
    return Row(number, 0, BACK, [take_back_event(1, 0, to, undone)], "")


def plain(number: int, place: int = 0, kind: str = "play") -> Row:
    return Row(number, place, kind, [[1, "play", place, "0V05", "play"]], "")


def numbers(rows: list[Row]) -> list[int]:
    return [row.number for row in rows_not_taken_back(rows)]


def test_what_was_taken_back_does_not_count() -> None:
    rows = [plain(1), plain(2), plain(3)]
    rows.append(back(4, 1, rows))
    assert numbers(rows) == [1]
    rows.append(plain(5))
    assert numbers(rows) == [1, 5]
    rows.append(back(6, 4, rows))
    assert numbers(rows) == [1]
    rows.append(back(7, 0, rows))
    assert numbers(rows) == []


def test_a_move_is_all_of_one_tap_with_the_answers_a_text_asked_for() -> None:
    asked = Row(4, 0, "use 05", [], "TM1 n=1 ask=pick.0")
    rows = [plain(1, 1), plain(2), plain(3), asked, plain(5, kind="take 06"), plain(6, 1)]
    versions = [1, 2, 2, 3, 4, 4]
    kept = list(zip(rows, versions, strict=True))
    assert start_of_last_move(kept, 0) == 3
    assert start_of_last_move(kept[:3], 0) == 1
    assert start_of_last_move(kept, 1) == 5
    assert start_of_last_move(kept[:1], 0) is None and start_of_last_move(kept[:1], 1) == 0


def test_taking_back_unseen_steps_is_seen_by_nobody_else() -> None:
    silent = [Row(1, 0, "pass", [], "")]
    events = back(2, 0, silent).events
    assert [len(visible_events(events, seat)) for seat in (0, 1, -1)] == [1, 0, 0]
    assert [len(visible_events(back(2, 0, [plain(1)]).events, seat)) for seat in (0, 1, -1)] == [1, 1, 1]
    assert [event.kind for event in visible_events([take_back_event(1, JUDGE, 0, [plain(1)])], 1)] == ["ruled_back"]


@pytest.mark.parametrize("seed", range(8))
def test_without_asking_only_own_actions_are_taken_back_that_brought_no_card_to_light(
    facts: Catalogue, seed: int
) -> None:
    free = 0
    before = None
    for moment in walk(facts, seed):
        if not moment.done or before is None:
            before = moment.state
            continue
        rows = [row_of(at, done) for at, done in enumerate(moment.done, 1)]
        place = moment.done[0].place
        assert not can_take_back_freely(rows, 1 - place)
        if can_take_back_freely(rows, place) and not is_within_question(rows[-1].position):
            free += 1
            for seat in (0, 1):
                # Nobody knows a card that was hidden from them, but those that the player has played.
                lit = hidden_cards(before, seat) - hidden_cards(moment.state, seat)
                assert lit <= (set() if seat == place else set(bits(before.table.mine[place])))
            assert before.deck_of(0) == moment.state.deck_of(0) and before.deck_of(1) == moment.state.deck_of(1)
            assert before.copy_board().draws == moment.state.copy_board().draws
        before = moment.state
    assert free > 3
