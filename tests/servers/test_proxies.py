"""nginx and Caddy with the shipped files, under attack: half-sent requests, floods, forged addresses, endless headers.

What nginx limits by address, Caddy leaves to the site, so the site behind them is metered as the real one is.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings

from tenmoons.serving.address_accounts import transport_meter
from tests.servers.binaries import free_port
from tests.servers.metered import served
from tests.servers.proxies import caddy_program, nginx_program, wait_for_port

SECONDS = 30
ATTACKER, VISITOR = "127.0.0.66", "127.0.0.77"
GET = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n"
POST = b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\n"
UPGRADE = (
    b"GET /ws/ HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGVuIG1vb25zIGRvY3Rvcg==\r\n\r\n"
)
PING = b"\x89\x80\x00\x00\x00\x00"


@dataclass
class Site:
    """A metered site behind a proxy: the requests that reached it, and how to send it one from an address."""

    port: int
    proxy: str
    reached: list[tuple[str, int]]
    let_go: asyncio.Event

    @asynccontextmanager
    async def line(self, address: str) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(address, 0))
        try:
            yield reader, writer
        finally:
            writer.close()

    async def status(self, address: str, sent: bytes) -> int:
        """Return the status of the answer, 0 where the connection is closed without one."""
        async with self.line(address) as (reader, writer):
            # A refused request may be closed before all of it is sent.
            with suppress(ConnectionError):
                writer.write(sent)
                await writer.drain()
            with suppress(ConnectionError, asyncio.IncompleteReadError):
                head = await asyncio.wait_for(reader.readuntil(b"\r\n"), SECONDS)
                return int(head.split()[1])
            return 0

    async def serves_others(self) -> bool:
        return await self.status(VISITOR, GET + b"\r\n") == 200


@pytest.fixture(params=[nginx_program, caddy_program], ids=["nginx", "caddy"])
async def site(request: pytest.FixtureRequest, tmp_path: Path, settings: LazySettings) -> AsyncIterator[Site]:
    settings.TRUSTED_PROXIES, settings.SOCKETS_PER_ADDRESS = 1, 4
    transport_meter._accounts.clear()
    reached: list[tuple[str, int]] = []
    let_go = asyncio.Event()

    async def application(scope: dict[str, Any], receive: Callable[[], Awaitable[Any]], send: Any) -> None:
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.accept"})
            while (await receive())["type"] != "websocket.disconnect":
                pass
            return
        size, more = 0, True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                return
            size, more = size + len(message.get("body", b"")), message.get("more_body", False)
        forwarded = dict(scope["headers"]).get(b"x-forwarded-for", b"").decode()
        if scope["path"] != "/healthz":
            reached.append((forwarded, size))
        if scope["path"] == "/held/":
            await let_go.wait()
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
        await send({"type": "http.response.body", "body": b"ok"})

    port = free_port()
    async with served(application) as (web, _seen):
        with request.param(tmp_path, port, [web, web], low=True) as proxy:
            await asyncio.to_thread(wait_for_port, port)
            yield Site(port, proxy.name, reached, let_go)
            let_go.set()
    transport_meter._accounts.clear()


async def test_half_sent_heads_and_bodies_are_closed_and_reach_nobody(site: Site) -> None:
    halves = [b"", GET, POST + b"Content-Length: 500\r\n\r\n{"]
    statuses = await asyncio.gather(*(site.status(ATTACKER, half) for half in halves))
    # Caddy 2.6 ends a body that stops with an empty 200 of its own.
    assert all(status in (0, 400, 408, 502) or (status, site.proxy) == (200, "caddy") for status in statuses), statuses
    assert site.reached == [] and await site.serves_others()


async def test_a_head_that_does_not_end_is_refused(site: Site) -> None:
    short_lines = GET + b"a:\r\n" * 40_000
    assert await site.status(ATTACKER, short_lines) in (0, 400, 431, 494, 502)
    assert await site.status(ATTACKER, GET + b"X: " + b"y" * 200_000) in (0, 400, 431, 494, 502)
    assert site.reached == [] and await site.serves_others()


async def test_many_lines_are_refused_and_do_not_hinder_others(site: Site) -> None:
    held = [
        asyncio.create_task(site.status(ATTACKER, GET.replace(b" / ", b" /held/ ") + b"\r\n")) for _each in range(4)
    ]
    while len(site.reached) < 4:
        await asyncio.sleep(0.01)
    assert await site.status(ATTACKER, GET + b"\r\n") == 429
    assert await site.serves_others()
    site.let_go.set()
    assert await asyncio.gather(*held) == [200] * 4


async def test_an_address_cannot_be_forged(site: Site) -> None:
    forged = GET + b"X-Forwarded-For: 198.51.100.1\r\nX-Real-IP: 198.51.100.1\r\nForwarded: for=198.51.100.1\r\n\r\n"
    assert await site.status(ATTACKER, forged) == 200
    [(forwarded, _size)] = site.reached
    assert forwarded.rpartition(", ")[2] == ATTACKER


async def test_a_flood_of_requests_is_refused(site: Site) -> None:
    if site.proxy == "nginx":
        statuses = Counter([await site.status(ATTACKER, GET + b"\r\n") for _each in range(60)])
        assert 30 <= statuses[200] < 60 and set(statuses) == {200, 429}
    else:
        # The site itself counts what an address uses (tests/site/operations/test_address_limits.py).
        assert {await site.status(ATTACKER, GET + b"\r\n") for _each in range(60)} == {200}
        assert transport_meter._accounts.keys() >= {ATTACKER}
    assert await site.serves_others()


async def test_a_body_in_tiny_pieces_arrives_whole_or_not_at_all(site: Site) -> None:
    tiny = POST + b"Transfer-Encoding: chunked\r\n\r\n" + b"1\r\nx\r\n" * 5_000 + b"0\r\n\r\n"
    assert await site.status(ATTACKER, tiny) == 200
    assert [size for _address, size in site.reached] == [5_000]
    assert await site.status(ATTACKER, POST + b"Content-Length: 3000000\r\n\r\n" + b"x" * 3_000_000) in (0, 413, 502)
    assert len(site.reached) == 1 and await site.serves_others()


async def test_frames_of_a_socket_are_charged_to_their_sender(site: Site) -> None:
    async with site.line(ATTACKER) as (reader, writer):
        writer.write(UPGRADE)
        assert b" 101 " in await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), SECONDS)
        account = transport_meter.account(ATTACKER)
        before = account.loop_time.paid_at
        writer.write(PING * 2_000)
        while account.loop_time.paid_at == before:
            await asyncio.sleep(0.01)
        assert account.open == 1 and await site.serves_others()
