"""Headers and bodies that never end are not waited for indefinitely."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator

from tenmoons.serving import connection, one_thread_handler
from tenmoons.serving.connection import MAX_HEAD_BYTES
from tenmoons.serving.one_thread_handler import http_handler
from tests.servers.metered import served

Send = Callable[[dict[str, Any]], Awaitable[None]]
HEAD = b"GET / HTTP/1.1\r\nHost: testserver\r\n"


async def application(scope: dict[str, Any], receive: Any, send: Send) -> None:
    """Answer a little later than headers may take."""
    await asyncio.sleep(0.3)
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"ok"})


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "MAX_HEAD_SECONDS", 0.1)


@pytest.mark.parametrize("begun", [b"", HEAD], ids=["nothing", "half a head"])
async def test_a_half_sent_head_is_closed(short: None, begun: bytes) -> None:
    async with served(application) as (port, _seen):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(begun)
        with suppress(ConnectionError):
            assert await asyncio.wait_for(reader.read(), 20) == b""
        writer.close()


async def test_a_huge_head_is_closed_at_once() -> None:
    async with served(application) as (port, _seen):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(HEAD + b"X: " + b"y" * 20 * MAX_HEAD_BYTES)
        with suppress(ConnectionError):
            assert await asyncio.wait_for(reader.read(), connection.MAX_HEAD_SECONDS / 2) == b""
        writer.close()


async def test_a_whole_head_is_answered_however_long_that_takes_and_the_next_one_too(short: None) -> None:
    async with served(application) as (port, _seen):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        for _each in range(2):
            writer.write(HEAD + b"\r\n")
            assert b"200 OK" in await reader.readuntil(b"\r\n\r\n")
            assert await reader.readexactly(2) == b"ok"
        writer.write(HEAD)
        with suppress(ConnectionError):
            assert await asyncio.wait_for(reader.read(), 20) == b"", "half of a third one"
        writer.close()


async def test_a_body_that_does_not_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(one_thread_handler, "MAX_BODY_SECONDS", 0.05)
    scope: dict[str, Any] = {"type": "http", "http_version": "1.1", "query_string": b"", "scheme": "http"}
    scope |= {"method": "POST", "path": "/decks/check/", "headers": [], "client": ("192.0.2.1", 50_000)}
    sent: Any = ApplicationCommunicator(http_handler(), scope)  # type: ignore[no-untyped-call]
    await sent.send_input({"type": "http.request", "body": b"text=", "more_body": True})
    start = await sent.receive_output(20)
    assert start["status"] == 408 and (b"Connection", b"close") in start["headers"]
    await sent.receive_output(20)
    await sent.wait()
