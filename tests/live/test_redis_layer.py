"""Redis killed and brought back, for real: nothing fails while it is away, and nobody has to do anything afterwards."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django_redis.cache import RedisCache

from live import pubsub
from live.pubsub import VERSION_LOST, Listeners
from live.redis_layer import ReconnectingLayer
from tenmoons.redis_settings import REDIS_CACHE_OPTIONS
from tests.servers.wheels import Redis

pytestmark = pytest.mark.both
TOPIC = "match.k3j9"


@pytest.fixture(scope="module")
def server() -> Iterator[Redis]:
    with tempfile.TemporaryDirectory() as folder, Redis(Path(folder) / "redis", durable=False) as running:
        yield running


@pytest.fixture
def redis(server: Redis) -> Redis:
    return server if server.alive else server.start()


def two_processes(url: str, monkeypatch: pytest.MonkeyPatch) -> tuple[Listeners, Listeners, list[int]]:
    """Return one that listens and one that notifies, each with a connection of its own."""
    listeners = []
    for _process in range(2):
        layer = ReconnectingLayer(hosts=[{"address": url}])
        monkeypatch.setattr(pubsub, "get_channel_layer", lambda layer=layer: layer)
        listeners.append(Listeners(asyncio.get_running_loop()))
    return listeners[0], listeners[1], []


async def until(true: Any) -> None:
    for _attempt in range(400):
        if true():
            return
        await asyncio.sleep(0.05)
    raise AssertionError


async def closed(*processes: Listeners) -> None:
    for process in processes:
        for task in list(process._tasks):
            task.cancel()
        await process._layer.flush()  # type: ignore[union-attr]


async def test_a_line_that_was_cut_is_heard_of_and_mends_itself(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    here, there, heard = two_processes(redis.url, monkeypatch)
    await here.add_listener(TOPIC, lambda _topic, version: heard.append(version))
    there.notify([(TOPIC, 1)])
    await until(lambda: heard == [1])
    await sync_to_async(redis.kill)()
    await until(lambda: heard == [1, VERSION_LOST])
    assert here.is_disconnected
    here.notify([(TOPIC, 2)])  # in its own process everything is heard as before
    assert heard == [1, VERSION_LOST, 2]
    there.notify([(TOPIC, 3)])
    await here.add_listener("match.other", lambda _topic, version: heard.append(version))  # nobody is turned away
    await sync_to_async(redis.start)()
    await until(lambda: not here.is_disconnected)
    there.notify([(TOPIC, 4), ("match.other", 5)])
    await until(lambda: heard[-2:] == [4, 5])
    await closed(here, there)


async def test_many_notices_at_once_are_few_messages_and_none_is_told_twice(
    redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there, heard = two_processes(redis.url, monkeypatch)
    topics = [f"draft.k{number}" for number in range(200)]
    own: list[int] = []
    for topic in topics:
        await here.add_listener(topic, lambda _topic, version: heard.append(version))
        await there.add_listener(topic, lambda _topic, version: own.append(version))
    sent: list[Any] = []
    send = there._layer.group_send  # type: ignore[union-attr]

    async def counted(group: str, message: dict[str, Any]) -> None:
        sent.append(message)
        await send(group, message)

    monkeypatch.setattr(there._layer, "group_send", counted, raising=False)
    for number, topic in enumerate(topics):
        there.notify([(topic, 1000 + number)])
    await until(lambda: sorted(heard) == list(range(1000, 1200)))
    there.notify([(topics[0], 7)])
    await until(lambda: heard[-1] == 7)
    assert len(own) == 201
    assert len(sent) <= 3
    await closed(here, there)


async def test_a_site_that_starts_while_redis_is_away_hears_later(
    redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    await sync_to_async(redis.kill)()
    here, there, heard = two_processes(redis.url, monkeypatch)
    await here.add_listener(TOPIC, lambda _topic, version: heard.append(version))
    await sync_to_async(redis.start)()
    await until(lambda: not here.is_disconnected)
    there.notify([(TOPIC, 7)])
    await until(lambda: heard[-1:] == [7])
    await closed(here, there)


def test_the_cache_forgets_while_redis_is_away_and_nobody_waits(redis: Redis) -> None:
    cache: Any = RedisCache(redis.url, {"OPTIONS": REDIS_CACHE_OPTIONS})
    cache.set("moons", 10)
    assert cache.get("moons") == 10
    assert (cache.add("counted", 0), cache.incr("counted")) == (True, 1)
    redis.kill()
    began = time.monotonic()
    for _time in range(50):
        assert cache.get("moons", "unknown") == "unknown"
        assert not any((cache.add("counted", 0), cache.incr("counted"), cache.has_key("moons")))
        cache.set("moons", 11)
        cache.set_many({"moons": 12})
        assert not any((cache.get_many(["moons"]), cache.delete("moons")))
        cache.delete_many(["moons"])
    assert time.monotonic() - began < 5
    redis.start()
    cache.set("moons", 13)
    assert cache.get("moons") == 13
    cache.clear()
    assert cache.get("moons") is None
