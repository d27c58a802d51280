"""The doorbell carries a topic and a version, after the commit, and nothing else."""

from __future__ import annotations

import json

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.db import transaction

from live import ring
from live.bell import group
from tenmoons.asgi import application

HEADERS = [(b"host", b"testserver"), (b"origin", b"http://testserver")]


def socket(topic: str) -> WebsocketCommunicator:
    return WebsocketCommunicator(application, f"/ws/ring/{topic}/", headers=HEADERS)


@pytest.mark.django_db(transaction=True)
async def test_a_page_hears_that_its_topic_changed() -> None:
    page = socket("draft.k3j9")
    assert (await page.connect())[0]
    await sync_to_async(ring)("draft.k3j9", 4)
    assert json.loads(await page.receive_from()) == {"topic": "draft.k3j9", "version": 4}
    await page.disconnect()


@pytest.mark.django_db(transaction=True)
async def test_a_page_hears_nothing_of_other_topics() -> None:
    page = socket("draft.mine")
    await page.connect()
    await sync_to_async(ring)("draft.other", 1)
    assert await page.receive_nothing()
    await page.disconnect()


@pytest.mark.django_db(transaction=True)
async def test_what_is_rolled_back_does_not_ring() -> None:
    page = socket("match.abc")
    await page.connect()

    def change_my_mind() -> None:
        with transaction.atomic():
            ring("match.abc", 2)
            transaction.set_rollback(True)

    await sync_to_async(change_my_mind)()
    assert await page.receive_nothing()
    await page.disconnect()


async def test_a_topic_that_cannot_be_one_is_refused() -> None:
    page = socket("DRAFT.abc")
    assert not (await page.connect())[0]


async def test_what_a_page_says_is_not_heard() -> None:
    page = socket("draft.k3j9")
    await page.connect()
    await page.send_to(text_data="{not json")
    assert await page.receive_nothing()
    await page.disconnect()


async def test_a_page_of_another_site_is_refused() -> None:
    page = WebsocketCommunicator(
        application, "/ws/ring/draft.k3j9/", headers=[(b"host", b"testserver"), (b"origin", b"http://evil.example")]
    )
    assert not (await page.connect())[0]


def test_a_group_needs_a_topic() -> None:
    with pytest.raises(ValueError, match="not a topic"):
        group("no dot")
