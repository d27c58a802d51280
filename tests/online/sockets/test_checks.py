"""The checks of the hub: who hears of what changes without an action."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from live.onlookers import hands_key, record_onlooker
from online.sockets import hub


async def test_players_at_a_still_table_see_who_begins_to_watch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "record_and_check_presence", lambda _games, _versions: (set(), set()))
    monkeypatch.setattr("live.onlookers._seen", {})
    notices: list[str] = []
    seat = SimpleNamespace(pk=1, game_id=1)
    socket: Any = SimpleNamespace(seat=seat, key="vulca", version=3, was_alone=False, onlookers=(0, 0))
    socket.on_notice = lambda: notices.append("view")
    hub_of_one = hub.GameHub()
    monkeypatch.setattr(hub_of_one, "rooms", {1: [socket]})
    for count, key in ((0, ""), (1, "vulca"), (1, ""), (2, hands_key("vulca"))):
        record_onlooker(key, "0000cafe")
        await hub_of_one._check_rooms()
        assert len(notices) == count
