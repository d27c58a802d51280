"""Limit of sockets of one address."""

from __future__ import annotations

import asyncio
import resource
from typing import Any

import pytest

from tenmoons.serving.socket_limit import LimitedSockets, allow_many_files, place_of


def scope_of(address: str, forwarded: str = "") -> dict[str, Any]:
    headers = [(b"x-forwarded-for", forwarded.encode())] if forwarded else []
    return {"type": "websocket", "client": (address, 40_000) if address else None, "headers": headers}


class Sockets:
    """Sockets through the limit: each stays open until it is told to close."""

    def __init__(self) -> None:
        self.application = LimitedSockets(self._serve)

    async def _serve(self, _scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        await receive()

    async def open(self, scope: dict[str, Any]) -> tuple[asyncio.Task[None], asyncio.Queue[Any], str]:
        """The socket, the queue that closes it, and what its handshake was answered with."""
        received: asyncio.Queue[Any] = asyncio.Queue()
        sent: asyncio.Queue[Any] = asyncio.Queue()
        task = asyncio.create_task(self.application(scope, received.get, sent.put))
        await received.put({"type": "websocket.connect"})
        return task, received, str((await sent.get())["type"])


async def test_an_address_gets_so_many_sockets_and_one_more_when_one_closes(settings: Any) -> None:
    settings.SOCKETS_PER_ADDRESS = 2
    sockets, here = Sockets(), scope_of("203.0.113.7")
    first, closes, answer = await sockets.open(here)
    assert answer == "websocket.accept"
    assert (await sockets.open(here))[2] == "websocket.accept"
    assert (await sockets.open(here))[2] == "websocket.close"
    assert (await sockets.open(scope_of("203.0.113.8")))[2] == "websocket.accept"
    await closes.put({"type": "websocket.disconnect"})
    await first
    assert (await sockets.open(here))[2] == "websocket.accept"


async def test_a_connection_without_an_address_is_not_limited(settings: Any) -> None:
    settings.SOCKETS_PER_ADDRESS = 1
    sockets = Sockets()
    assert [(await sockets.open(scope_of("")))[2] for _ in range(3)] == ["websocket.accept"] * 3


@pytest.mark.parametrize(
    ("proxies", "address", "forwarded", "place"),
    [
        (0, "203.0.113.7", "", "203.0.113.7"),
        (0, "203.0.113.7", "198.51.100.1", "203.0.113.7"),
        (1, "127.0.0.1", "198.51.100.1", "198.51.100.1"),
        (1, "127.0.0.1", "192.0.2.66, 198.51.100.1", "198.51.100.1"),
        (0, "2001:db8:1:2:3::7", "", "2001:db8:1:2::/64"),
        (0, "::ffff:203.0.113.7", "", "203.0.113.7"),
        (0, "", "", ""),
    ],
    ids=[
        "direct",
        "forged",
        "behind a proxy",
        "forged before the proxy",
        "IPv6",
        "IPv4 in IPv6",
        "a file of the machine",
    ],
)
def test_where_a_socket_comes_from(settings: Any, proxies: int, address: str, forwarded: str, place: str) -> None:
    settings.TRUSTED_PROXIES = proxies
    assert place_of(scope_of(address, forwarded)) == place


def test_a_process_takes_more_files_than_its_shell_allows_and_never_fewer() -> None:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(512, before[0]), before[1]))
        allow_many_files()
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        assert soft >= min(hard, 65_536)
        assert hard == before[1]
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
