"""Orders of one's own decks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from decks.core.legality import Status
from decks.core.sort_orders import DeckFacts, DeckOrder, sorted_decks

DECKS = [
    DeckFacts(pk=1, name="zebra", people="Aqua", format="Draft", status=Status.ILLEGAL, rating=10, games=4),
    DeckFacts(pk=2, name="Émile", people="", format="Custom", status=Status.LEGAL),
    DeckFacts(pk=3, name="anna", people="Vulca", format="Custom", status=Status.UNKNOWN, rating=55, games=20),
]


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        (DeckOrder.CHANGED, [1, 2, 3]),
        (DeckOrder.NAME, [3, 2, 1]),
        (DeckOrder.PEOPLE, [1, 3, 2]),
        (DeckOrder.FORMAT, [3, 2, 1]),
        (DeckOrder.LEGAL, [2, 3, 1]),
        (DeckOrder.RECORD, [3, 1, 2]),
    ],
)
def test_each_order_puts_first_what_it_says(order: DeckOrder, expected: list[int]) -> None:
    assert [deck.pk for deck in sorted_decks(DECKS, order)] == expected


@given(names=st.lists(st.text(max_size=4), max_size=8), order=st.sampled_from(DeckOrder))
def test_no_deck_is_lost_and_alike_ones_stay_as_they_stood(names: list[str], order: DeckOrder) -> None:
    decks = [DeckFacts(pk=pk, name=name) for pk, name in enumerate(names)]
    ordered = sorted_decks(decks, order)
    assert sorted(deck.pk for deck in ordered) == list(range(len(names)))
    if order is not DeckOrder.NAME and order not in (DeckOrder.PEOPLE, DeckOrder.FORMAT):
        assert ordered == decks
