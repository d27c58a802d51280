"""A notification carries a topic and a version, after the commit, and nothing else."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from asgiref.testing import ApplicationCommunicator
from django.db import transaction

from accounts.models import User
from decks.models import Deck
from live import consumers, notify
from live.pubsub import require_valid_topic
from tenmoons.routing import application
from tests.decks.rows import person_of_user

OWN = "http://testserver"
pytestmark = pytest.mark.django_db(transaction=True)


class Socket(ApplicationCommunicator):
    """The browser's side of a socket."""

    def __init__(self, topic: str, origin: str = OWN) -> None:
        headers = [(b"host", b"testserver"), (b"origin", origin.encode())]
        path = f"/ws/ring/{topic}/"
        super().__init__(application, {"type": "websocket", "path": path, "headers": headers, "subprotocols": []})

    async def connect(self) -> bool:
        await self.send_input({"type": "websocket.connect"})
        answer: dict[str, Any] = await self.receive_output()
        return bool(answer["type"] == "websocket.accept")

    async def hears(self) -> Any:
        answer: dict[str, Any] = await self.receive_output()
        return json.loads(answer["text"])

    async def disconnect(self) -> None:
        await self.send_input({"type": "websocket.disconnect", "code": 1000})
        await self.wait()


async def test_a_page_hears_that_its_topic_changed() -> None:
    page = Socket("draft.k3j9")
    assert await page.connect()
    await sync_to_async(notify)("draft.k3j9", 4)
    assert await page.hears() == {"topic": "draft.k3j9", "version": 4}
    await page.disconnect()


async def test_a_page_is_told_what_changed_before_its_socket_was_open(roland: User) -> None:
    owner = await sync_to_async(person_of_user)(roland)
    deck = await Deck.objects.acreate(owner=owner, version=7)
    page = Socket(f"deck.{deck.key}")
    assert await page.connect()
    assert await page.hears() == {"topic": f"deck.{deck.key}", "version": 7}
    await page.disconnect()
    other = Socket("deck.gone")
    assert await other.connect()
    assert await other.receive_nothing()
    await other.disconnect()


async def test_one_of_many_that_follow_a_topic_hears_the_newest_version_when_its_turn_comes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    notices, resting, go_on = asyncio.Queue[int](), asyncio.Event(), asyncio.Event()

    async def rest(_seconds: float) -> None:
        resting.set()
        await go_on.wait()

    async def send(message: dict[str, Any]) -> None:
        notices.put_nowait(json.loads(message["text"])["version"])

    monkeypatch.setattr(consumers, "MANY_LISTENERS", 0)
    monkeypatch.setattr(consumers, "sleep", rest)
    versions = asyncio.Queue[int]()
    sending = asyncio.create_task(consumers._send_versions("event.k3j9", versions, send))
    versions.put_nowait(1)
    await resting.wait()
    for version in (2, 3, 4):
        versions.put_nowait(version)
    go_on.set()
    assert [await notices.get(), await notices.get()] == [1, 4]
    sending.cancel()


async def test_a_page_hears_nothing_of_other_topics() -> None:
    page = Socket("draft.mine")
    await page.connect()
    await sync_to_async(notify)("draft.other", 1)
    assert await page.receive_nothing()
    await page.disconnect()


async def test_what_is_rolled_back_does_not_ring() -> None:
    page = Socket("match.abc")
    await page.connect()

    def change_my_mind() -> None:
        with transaction.atomic():
            notify("match.abc", 2)
            transaction.set_rollback(True)

    await sync_to_async(change_my_mind)()
    assert await page.receive_nothing()
    await page.disconnect()


async def test_a_topic_that_cannot_be_one_is_refused() -> None:
    page = Socket("DRAFT.abc")
    assert not await page.connect()


async def test_a_socket_is_closed_at_the_first_thing_it_is_told() -> None:
    page = Socket("draft.k3j9")
    await page.connect()
    await page.send_input({"type": "websocket.receive", "text": "{not json"})
    assert await page.receive_output() == {"type": "websocket.close", "code": 4400}
    await page.wait()


async def test_a_page_of_another_site_is_refused() -> None:
    page = Socket("draft.k3j9", origin="http://evil.example")
    assert not await page.connect()


def test_only_a_topic_is_notified_of() -> None:
    with pytest.raises(ValueError, match="not a topic"):
        require_valid_topic("no dot")
