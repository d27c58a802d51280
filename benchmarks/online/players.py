"""Players for load tests: each holds the connection of one seat, and carries out one of its offers when it decides.

Over the game’s socket, or like the page without it: the topic’s socket, and requests for view and action.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, cast
from urllib.parse import urlencode, urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

COOKIE, CSRF_COOKIE, CSRF = "sessionid_load", "csrftoken_load", "c" * 32
RECONNECT_SECONDS = 0.5
LOST = (ConnectionClosed, InvalidHandshake, OSError, EOFError, IndexError)


@dataclass
class GameLoad:
    """What the players share: the mean thinking time, and measurements in seconds and bytes."""

    url: str
    pause: float
    http: bool = False
    until: float = 0.0
    answers: list[float] = field(default_factory=list)
    seen: list[float] = field(default_factory=list)
    acts: set[tuple[str, int, int]] = field(default_factory=set)
    recovered: set[tuple[str, int, int]] = field(default_factory=set)
    counts: Counter[str] = field(default_factory=Counter)
    acted: dict[str, float] = field(default_factory=dict)


class CountingConnection(ClientConnection):
    """A connection that counts received bytes as sent: compressed."""

    counts: Counter[str]

    def data_received(self, data: bytes) -> None:
        self.counts["bytes"] += len(data)
        super().data_received(data)


class Player:
    """One seat."""

    def __init__(self, load: GameLoad, key: str, seat: dict[str, Any]) -> None:
        self.load, self.key, self.seat = load, key, seat
        self.cookie = f"{COOKIE}={seat['session']}; {CSRF_COOKIE}={CSRF}"
        self.view: dict[str, Any] = {"version": -1}
        self.pending: dict[str, Any] | None = None
        self.socket: ClientConnection | None = None
        self.ready = asyncio.Event()
        self.thinks, self.newest = False, -1
        self.tasks: set[asyncio.Task[None]] = set()
        self.http = Line(load, self.cookie)

    async def play(self) -> None:
        """Keep the connection, and reopen it whenever it is lost."""
        while True:
            with suppress(*LOST):
                await self._follow()
            self.load.counts["lines lost"] += 1
            await asyncio.sleep(RECONNECT_SECONDS * (0.5 + random.random()))

    async def _follow(self) -> None:
        path = f"ring/{self.seat['topic']}" if self.load.http else f"games/{self.key}"
        address = f"{self.load.url.replace('http', 'ws')}/ws/{path}/"
        async with connect(
            address,
            origin=cast("Any", self.load.url),
            additional_headers={"Cookie": self.cookie},
            ping_interval=None,
            create_connection=cast("Any", self._connection),
        ) as socket:
            self.socket = socket
            if self.load.http:
                await self._look()
            else:
                await socket.send(json.dumps({"since": self.view["version"]}))
            async for text in socket:
                self.load.counts["characters"] += len(text)
                self.load.counts["messages"] += 1
                message = json.loads(text)
                if not self.load.http:
                    self.hear(message)
                    continue
                self.newest = max(self.newest, message["version"])
                await self._look_again()

    def _connection(self, *given: Any, **options: Any) -> CountingConnection:
        connection = CountingConnection(*given, **options)
        connection.counts = self.load.counts
        return connection

    async def _look_again(self) -> None:
        """Request the view, unless a response will bring it."""
        if self.newest > self.view["version"] and self.pending is None:
            await self._look()

    async def _look(self) -> None:
        status, body = await self.http.ask("GET", f"/play/{self.key}/view/?since={self.view['version']}")
        if status == 200:
            self.hear({"type": "view", "view": body})

    def hear(self, message: dict[str, Any]) -> None:
        """Handle a view or an answer."""
        # An action sent again on a new connection gets another answer, which may come after the next action.
        if message["type"] == "act" and self.pending and message.get("id") in (None, self.pending["version"]):
            self._settle(ok=message["ok"], version=(message["view"] or self.view)["version"])
        view = message["view"]
        if view is None or view["version"] < self.view["version"]:
            return
        if message["type"] == "view" and 0 <= self.view["version"] < view["version"] and self.key in self.load.acted:
            self.load.seen.append(time.perf_counter() - self.load.acted[self.key])
        self.view = view
        self.ready.set()
        if self.pending is not None and self.pending["version"] < view["version"]:
            # It was written before the connection was lost.
            self.load.recovered.add((self.key, self.seat["place"], self.pending["version"] + 1))
            self.pending = None
        if self.pending is not None:
            self._start(self._send(self.pending))
        elif view["yours"] and view["offers"] and self.load.until and not self.thinks:
            self.thinks = True
            self._start(self._think())

    def _settle(self, *, ok: bool, version: int) -> None:
        if self.pending is None:
            return
        if ok:
            self.load.answers.append(time.perf_counter() - self.pending["at"])
            self.load.acts.add((self.key, self.seat["place"], self.pending["version"] + 1))
        elif version == self.pending["version"]:
            self.load.counts["refused"] += 1
        else:
            self.load.recovered.add((self.key, self.seat["place"], self.pending["version"] + 1))
        self.pending = None

    def _start(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _think(self) -> None:
        await asyncio.sleep(random.expovariate(1 / self.load.pause) if self.load.pause else 0)
        self.thinks = False
        if time.perf_counter() < self.load.until and self.pending is None and self.view["yours"]:
            offer = random.choice(self.view["offers"])
            self.pending = {"do": offer["do"], "version": self.view["version"], "at": time.perf_counter()}
            self.load.acted[self.key] = self.pending["at"]
            await self._send(self.pending)

    async def _send(self, pending: dict[str, Any]) -> None:
        body = {"do": pending["do"], "version": pending["version"]}
        if self.load.http:
            status, view = await self.http.ask("POST", f"/play/{self.key}/act/", body)
            if status == 200:
                self.hear({"type": "act", "ok": True, "view": view})
            elif status == 409:
                self.hear({"type": "act", "ok": False, "view": view["view"]})
            await self._look_again()
        elif self.socket is not None:
            with suppress(*LOST):
                await self.socket.send(json.dumps(body | {"id": pending["version"]}))


class Line:
    """A persistent connection for requests, like a browser’s."""

    def __init__(self, load: GameLoad, cookie: str) -> None:
        self.load, self.cookie = load, cookie
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None
        self.turn = asyncio.Lock()

    async def ask(
        self, method: str, path: str, form: dict[str, Any] | None = None, *, again: bool = False
    ) -> tuple[int, Any]:
        """Send a request; return its status and JSON, or 0 if the connection was lost."""
        address = urlsplit(self.load.url)
        body = urlencode(form | {"csrfmiddlewaretoken": CSRF}) if form is not None else ""
        kind = "Content-Type: application/x-www-form-urlencoded\r\n" if form is not None else ""
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: {address.netloc}\r\nOrigin: {self.load.url}\r\n"
            f"Cookie: {self.cookie}\r\nAccept: application/json\r\n{kind}Content-Length: {len(body)}\r\n\r\n"
        )
        async with self.turn:
            try:
                if self.writer is None or self.reader is None:
                    self.reader, self.writer = await asyncio.open_connection(address.hostname, address.port)
                self.writer.write((head + body).encode())
                message = await self.reader.readuntil(b"\r\n\r\n")
                length = next(
                    (line for line in message.lower().split(b"\r\n") if line.startswith(b"content-length:")), b":0"
                )
                content = await self.reader.readexactly(int(length.split(b":")[1]))
            except LOST:
                self.reader = self.writer = None
                message = b""
        if not message:  # an idle connection was closed
            return (0, None) if again else await self.ask(method, path, form, again=True)
        self.load.counts["bytes"] += len(message) + len(content)
        self.load.counts["messages"] += 1
        return int(message.split()[1]), json.loads(content) if content[:1] == b"{" else None
