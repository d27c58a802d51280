"""Sockets at hidden piles (DRAFT-31): no message holds a card that its reader hasn’t looked at."""

from __future__ import annotations

import logging
import random
from typing import Any

import pytest

from accounts.models import User
from drafts.core.engine.sharing import Sharing
from drafts.core.ways.winston import WinstonState, replay_piles
from drafts.sockets.hub import ConnectedDraftSocket, DraftRoom, WantedMessages
from drafts.table import picks
from drafts.table.loaded import Visitor
from drafts.table.rows import load_draft
from tests.drafts.tables import begun_way, by, person

ANSWERS = 30


@pytest.mark.django_db
def test_no_message_and_no_log_holds_a_card_its_reader_has_not_looked_at(
    roland: User, elinor: User, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    people, chance = (person(roland), person(elinor)), random.Random(2)
    key = begun_way(Sharing.WINSTON, *people)
    room = DraftRoom(key)

    async def nothing(message: dict[str, Any]) -> None: ...

    readers = [(seat, by(player)) for seat, player in enumerate(people)] + [(None, Visitor())]
    changes = [ConnectedDraftSocket(room, who, WantedMessages.CHANGES, nothing) for _seat, who in readers]
    for _answer in range(ANSWERS):
        room.update_draft(load_draft(key))
        assert room.loaded is not None
        state = room.loaded.state
        assert isinstance(state, WinstonState)
        for (seat, who), socket in zip(readers, changes, strict=True):
            whole = ConnectedDraftSocket(room, who, WantedMessages.VIEWS, nothing)
            texts = socket.newest_message(room.loaded) + whole.newest_message(room.loaded)
            seen = replay_piles(2, len(state.deal), state.answers, seat)[1] if seat is not None else frozenset()
            shown = {at for at, card in enumerate(state.deal) if f'"{card}"' in texts}
            assert shown <= seen, (seat, state.count)
            assert seat is None or {at for at, card in enumerate(state.deal) if card in state.hands[seat]} <= shown
        seat = state.awaited_seats[0]
        choice = chance.choice(state.choices(seat))
        picks.pick_card(key, visitor=by(people[seat]), round_number=state.round, number=state.pick_number, card=choice)
    order = load_draft(key).draft.deal.order
    assert not [card for card in order if f'"{card}"' in caplog.text]
