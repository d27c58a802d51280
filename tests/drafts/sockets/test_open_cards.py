"""Whole drafts over sockets where cards lie open: a card is in no message before it lies there."""

from __future__ import annotations

import asyncio
import json

import pytest

from benchmarks.drafts.site import Site
from drafts.core.engine.setup import DECK_SIZE
from drafts.core.engine.sharing import OPEN_PILES, Sharing
from tests.drafts.sockets.test_messages import Seat, _closed, opened, sit
from tests.drafts.sockets.test_whole_drafts import cards_in, plays_to_the_end, truth

__all__ = ["_closed"]
pytestmark = [pytest.mark.xdist_group("crash"), pytest.mark.filterwarnings("ignore")]


@pytest.mark.parametrize("way", [Sharing.ROTISSERIE, Sharing.WINCHESTER])
async def test_no_message_of_a_whole_draft_holds_a_card_that_does_not_lie_open_yet(served: Site, way: Sharing) -> None:
    (table,) = served.open_tables(1, 2, way.value)
    log_before, heard = len(served.log.read_text()), [list[str]() for _reader in range(3)]
    seats = [await sit(served, table["key"], token, heard[at]) for at, token in enumerate(table["tokens"])]
    stranger = Seat(await opened(served, table["key"]), heard[2])
    await stranger.socket.send("{}")
    await asyncio.wait_for(asyncio.gather(*map(plays_to_the_end, [*seats, stranger])), 60)
    deal, answers = truth(served, table["key"])
    for texts in heard:
        for view in filter(lambda body: body["type"] == "view", map(json.loads, texts)):
            count, mine = view["table"]["picks"], view["mine"]
            takes = [card for take in view["table"]["takes"] for card in take["cards"]]
            lies_open = [card for pile in view["table"]["piles"] for card in pile]
            dealt = deal[: OPEN_PILES * (count + 1)] if way is Sharing.WINCHESTER else deal
            assert sorted([*takes, *lies_open]) == sorted(dealt)
            assert cards_in(json.dumps(view), deal) == set(dealt)
            assert way is Sharing.WINCHESTER or takes == [answer.card for answer in answers[:count]]
            assert mine is None or bool(mine["packet"]) == (mine["seat"] in view["table"]["awaited"])
            assert mine is None or {*mine["pool"]} == {
                card for take in view["table"]["takes"] if take["seat"] == mine["seat"] for card in take["cards"]
            }
        assert json.loads(texts[-1])["status"] == "done"
    assert min(json.loads(heard[0][-1])["table"]["kept"]) >= DECK_SIZE
    assert not [token for token in table["tokens"] if token in served.log.read_text()[log_before:]]
