"""Numbers of tables: from an offset on, and those that stay with a player."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from matches.core.tournament.stages import assign_table_numbers


@given(st.lists(st.none() | st.integers(1, 12), max_size=12), st.integers(1, 9))
def test_no_number_is_given_twice_and_every_wish_is_met_once(wanted: list[int | None], first: int) -> None:
    numbers = assign_table_numbers(wanted, first=first)
    assert len(set(numbers)) == len(numbers) == len(wanted)
    assert {number for number in wanted if number} <= set(numbers)
    assert all(number >= first for number, wish in zip(numbers, wanted, strict=True) if wish is None)


def test_the_room_begins_at_table_21_and_the_wheelchair_sits_at_table_3() -> None:
    assert assign_table_numbers([None, 3, None], first=21) == [21, 3, 22]
