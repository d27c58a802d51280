"""The doorbell carries a topic and a version, after the commit, and nothing else."""

from __future__ import annotations

import json
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from asgiref.testing import ApplicationCommunicator
from django.db import transaction

from live import notify
from live.pubsub import check_topic
from tenmoons.routing import application

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


async def test_what_a_page_says_is_not_heard() -> None:
    page = Socket("draft.k3j9")
    await page.connect()
    await page.send_input({"type": "websocket.receive", "text": "{not json"})
    assert await page.receive_nothing()
    await page.disconnect()


async def test_a_page_of_another_site_is_refused() -> None:
    page = Socket("draft.k3j9", origin="http://evil.example")
    assert not await page.connect()


def test_only_a_topic_is_notified_of() -> None:
    with pytest.raises(ValueError, match="not a topic"):
        check_topic("no dot")
