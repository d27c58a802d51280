"""Limit of sockets: one address may hold only so many open at a web process, so that nobody uses them all up."""

import resource
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from django.conf import settings

from common.headers import client_address, place

MANY_FILES = 65_536
Application = Callable[[Any, Any, Any], Awaitable[None]]


class LimitedSockets:
    """ASGI middleware: refuses the handshake of a socket whose address holds SOCKETS_PER_ADDRESS already.

    Browsers that are refused try again later, as after a restart. A connection without an address, through a file of
    the machine, is not limited.
    """

    def __init__(self, application: Application) -> None:
        self._application = application
        self._open: Counter[str] = Counter()

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Serve one socket, or refuse it."""
        place = place_of(scope)
        if place and self._open[place] >= settings.SOCKETS_PER_ADDRESS:
            await receive()
            await send({"type": "websocket.close"})
            return
        self._open[place] += 1
        try:
            await self._application(scope, receive, send)
        finally:
            self._open[place] -= 1
            if not self._open[place]:
                del self._open[place]


def place_of(scope: dict[str, Any]) -> str:
    """The address a socket comes from, of IPv6 its network of 64 bits; "" where there is none."""
    forwarded = dict(scope.get("headers", ())).get(b"x-forwarded-for", b"").decode("latin-1")
    connected = (scope.get("client") or ("",))[0]
    return place(client_address(forwarded, connected))


def allow_many_files() -> None:
    """Let this process open as many files as it needs and the system allows; many shells start with 1,024."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MANY_FILES if hard == resource.RLIM_INFINITY else min(hard, MANY_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(ValueError, OSError):  # the system may allow fewer than it says
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
