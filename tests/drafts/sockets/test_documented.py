"""The messages of *Sockets* in `docs/api.md` are those that are sent: every field, and of each the kind."""

from __future__ import annotations

import asyncio
import json
import re
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from asgiref.sync import async_to_sync, sync_to_async

from accounts.models import User
from drafts.sockets import consumer
from drafts.sockets.hub import ConnectedDraftSocket, DraftRoom, WantedMessages
from drafts.table.rows import load_draft
from live import group_writer, sockets
from live.consumers import TopicSocket
from live.pubsub import listeners
from tests.drafts.tables import begun, by, person, take

DOCUMENT = Path(__file__).resolve().parents[3] / "docs" / "api.md"
CODES = re.compile(r"^\| (\d{4}) \|", re.M)


@cache
def chapter() -> str:
    found = re.search(r"^## Sockets\n(.*?)^## ", DOCUMENT.read_text(encoding="utf-8"), re.M | re.S)
    assert found is not None
    return found[1]


def test_every_topic_that_is_told_is_named() -> None:
    told = {
        topic
        for app in ("decks", "drafts", "matches")
        for path in (DOCUMENT.parents[1] / app).rglob("*.py")
        for topic in re.findall(r"f\"([a-z]+)\.\{[a-z_.]*key\}\"", path.read_text(encoding="utf-8"))
    }
    assert told == set(re.findall(r"`([a-z]+)\.KEY`", chapter()))


def shown() -> list[dict[str, Any]]:
    """Return the messages of the chapter in their order."""
    return [
        json.loads(line) for block in re.findall(r"```json\n(.*?)```", chapter(), re.S) for line in _messages(block)
    ]


def _messages(block: str) -> list[str]:
    """Return each message begins a line; what is indented goes on."""
    return re.split(r"\n(?=\{)", block.strip())


def faults(shown: Any, told: Any, where: str = "") -> list[str]:
    """Return the places where a message has another type than the one documented."""
    if isinstance(shown, dict) and isinstance(told, dict):
        names = [f"{where}.{name}" for name in shown.keys() ^ told.keys()]
        return names + [fault for name in shown.keys() & told.keys() for fault in faults(shown[name], told[name], name)]
    if isinstance(shown, list) and isinstance(told, list):
        return [fault for said in told[:1] for one in shown[:1] for fault in faults(one, said, where)]
    return [] if told is None or shown is None or type(shown) is type(told) else [f"{where}: {told!r}"]


class Line:
    """A line: what a socket was sent."""

    def __init__(self) -> None:
        self.heard: list[dict[str, Any]] = []

    async def __call__(self, message: dict[str, Any]) -> None:
        self.heard.append(json.loads(message["text"]) if "text" in message else message)


@pytest.mark.django_db
def test_a_table_says_what_the_document_shows(roland: User, elinor: User) -> None:
    first, view, change, version, pick, taken, refused, *_of_games, _topic = shown()
    key, line = begun(person(roland), person(elinor), pick_seconds=60), Line()
    room = DraftRoom(key)
    room.update_draft(load_draft(key))
    assert room.loaded is not None
    wants = {wanted: ConnectedDraftSocket(room, by(person(roland)), wanted, line) for wanted in WantedMessages}
    assert first.keys() == consumer.HELLO_FIELDS and consumer._wanted_messages(first) is WantedMessages.CHANGES
    assert faults(view, json.loads(wants[WantedMessages.CHANGES].newest_message(room.loaded))) == []
    assert faults(version, json.loads(wants[WantedMessages.VERSIONS].newest_message(room.loaded))) == []
    take(key, person(elinor))
    room.update_draft(load_draft(key))
    assert faults(change, json.loads(wants[WantedMessages.CHANGES].newest_message(room.loaded))) == []
    mine = json.loads(wants[WantedMessages.VIEWS].newest_message(room.loaded))["mine"]
    assert pick.keys() == {"round", "number", "card", "id"}
    said = [json.dumps(pick | {"card": card}) for card in (mine["packet"][0], "Nothing 00")]
    events = iter([*({"type": "websocket.receive", "text": text} for text in said), {"type": "websocket.disconnect"}])

    async def receive() -> dict[str, str]:
        return next(events)

    with (
        patch.object(group_writer, "database_sync_to_async", lambda call, thread_sensitive: sync_to_async(call)),
        patch.object(sockets, "REFUSAL_PAUSE_SECONDS", 0),
    ):
        async_to_sync(sockets.handle_messages)(wants[WantedMessages.CHANGES], receive, consumer.handle_pick)
    assert [faults(one, said) for one, said in zip((taken, refused), line.heard, strict=True)] == [[], []]
    assert refused["error"]["code"] == line.heard[1]["error"]["code"]


def test_a_topic_says_what_the_document_shows_and_takes_nothing() -> None:
    line = Line()

    async def followed() -> None:
        asks: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        asks.put_nowait({"type": "websocket.connect"})
        topic = shown()[-1]["topic"]
        following = asyncio.create_task(TopicSocket()({"url_route": {"kwargs": {"topic": topic}}}, asks.get, line))
        while not listeners().listener_count(topic):
            await asyncio.sleep(0)
        listeners().notify([(topic, 12)])
        while len(line.heard) < 2:
            await asyncio.sleep(0.001)
        asks.put_nowait({"type": "websocket.receive", "text": "{}"})
        await following

    asyncio.run(asyncio.wait_for(followed(), 10))
    accepted, told, closed = line.heard
    assert (accepted["type"], closed["code"]) == ("websocket.accept", 4400)
    assert faults(shown()[-1], told) == [] and told["version"] == 12


def test_every_code_that_closes_a_socket_is_explained() -> None:
    codes = set(sockets.CLOSE_CODES.values())
    # 1012 comes from the server, which ends.
    assert {int(code) for code in CODES.findall(chapter())} == codes | {1012}
