"""Coming back to a seat, in each way in which one seat answers after the other."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from drafts.core.engine.sharing import Sharing
from drafts.table.rows import load_draft
from tests.drafts.pages.test_ways import TURN_WAYS, form_of
from tests.drafts.tables import begun_way, person

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("way", TURN_WAYS)
def test_whoever_comes_back_finds_their_cards_and_goes_on(
    way: Sharing, roland: User, elinor: User, roland_client: Client, elinor_client: Client
) -> None:
    key = begun_way(way, person(roland), person(elinor))
    clients = (roland_client, elinor_client)

    def answers_once() -> int:
        state = load_draft(key).state
        assert state is not None
        seat = state.awaited_seats[0]
        page = clients[seat].get(f"/drafts/{key}/").content.decode()
        assert clients[seat].post(f"/drafts/{key}/pick/", form_of(page)).status_code == 302
        return seat

    for _answer in range(6):
        answers_once()
    state = load_draft(key).state
    assert state is not None
    mine = state.hands[1]
    assert elinor_client.post(f"/drafts/{key}/seats/1/leave/").status_code == 302
    assert answers_once() == 0, "the bot answers for those who have left"
    assert elinor_client.post(f"/drafts/{key}/take-back/").status_code == 302
    seats = set()
    for _answer in range(9):
        seats.add(answers_once())
    state = load_draft(key).state
    assert state is not None and seats == {0, 1}
    assert state.hands[1][: len(mine)] == mine
