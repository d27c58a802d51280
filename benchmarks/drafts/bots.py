"""Bots for load tests: each sits on a socket of its own and picks a random card of every packet.

They share the processor with the server they measure, so they are lean: a connection is a protocol of the event loop
without a task of its own, and a message is parsed once.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Response
from websockets.uri import parse_uri

Place = tuple[int, int]


@dataclass
class Load:
    """What the bots share: limits, and measurements in seconds.

    `pause` is the mean thinking time for a packet (`pause_of`); with 0, everybody picks at once. With `others`, more
    servers of the same site, the seats of a table are spread over all servers.
    """

    url: str
    most: int
    until: float
    pause: float = 0.0
    http: bool = False
    others: Sequence[str] = ()
    acked: list[float] = field(default_factory=list)
    passed: list[float] = field(default_factory=list)
    kept: dict[tuple[str, int, int, int], str] = field(default_factory=dict)
    refused: int = 0
    begun: bool = False
    playing: int = 0
    last: dict[tuple[str, int], float] = field(default_factory=dict)
    over: asyncio.Event = field(default_factory=asyncio.Event)


def pause_of(rate: float, tables: int, players: int) -> float:
    """Return the thinking time with which all tables together make `rate` picks a second; a step waits for the
    slowest."""
    return tables * players / rate / sum(1 / at for at in range(1, players + 1)) if rate else 0.0


class Bot(asyncio.Protocol):
    """One seat."""

    def __init__(self, load: Load, key: str, token: str, *, url: str) -> None:
        self.load, self.key, self.token, self.url = load, key, token, url
        self.seat, self.gone = -1, False
        self.waiting: dict[str, Any] | None = None
        self.done: set[Place] = set()
        self.sent: dict[Place, float] = {}
        self.cards: dict[Place, str] = {}
        self.seated: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.post = Post(url, key, token) if load.http else None

    async def sit(self) -> None:
        """Connect, identify, and receive the first view."""
        address = urlsplit(self.url)
        uri = parse_uri(f"ws://{address.netloc}/ws/drafts/{self.key}/")
        self.socket = ClientProtocol(uri, origin=self.url)  # type: ignore[arg-type]
        await asyncio.get_running_loop().create_connection(lambda: self, address.hostname or "", address.port or 80)
        self.load.playing += 1
        self.socket.send_request(self.socket.connect())
        self.flush()
        await self.seated

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Note that the connection is open."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def connection_lost(self, exc: Exception | None) -> None:
        """Note that the table is over, or the server gone."""
        self.leave()

    def leave(self) -> None:
        """Leave, once."""
        if self.gone:
            return
        self.gone = True
        self.transport.close()
        if not self.seated.done():
            self.seated.set_exception(ConnectionError())
        self.load.playing -= 1
        if not self.load.playing:
            self.load.over.set()

    def flush(self) -> None:
        """Send pending data."""
        for piece in self.socket.data_to_send():
            if piece and not self.gone:
                self.transport.write(piece)

    def data_received(self, data: bytes) -> None:
        """Handle received data."""
        self.socket.receive_data(data)
        for event in self.socket.events_received():
            if isinstance(event, Response):
                self.respond(event)
            elif isinstance(event, Frame) and event.opcode is Opcode.TEXT:
                self.heard(json.loads(bytes(event.data)))
        self.flush()

    def respond(self, event: Response) -> None:
        """Identify on the open socket."""
        self.say({"seat_token": self.token})

    def say(self, body: dict[str, Any]) -> None:
        """Send one message."""
        self.socket.send_text(json.dumps(body).encode())
        self.flush()

    def heard(self, said: dict[str, Any]) -> None:
        """Handle an answer or a view."""
        if said["type"] == "pick":
            self.answered((said["round"], said["number"]), ok=said["ok"])
            return
        if not self.seated.done():
            self.seated.set_result(None)
        if said.get("status", "drafting") != "drafting":
            self.leave()
        elif said.get("mine"):
            self.saw(said["mine"])

    def saw(self, mine: dict[str, Any], *, held: bool = False) -> None:
        """Handle the seat’s own view: choose from a new packet, now or after the thinking time.

        `held`: it arrived before the measurement began, so its way from the neighbour is not counted.
        """
        place, self.seat = (mine["round"], mine["number"]), mine["seat"]
        if not mine["packet"] or place in self.done:
            return
        if self.holds():
            self.waiting = mine
            return
        begun = self.load.last.get((self.key, place[0] * 100 + place[1] - 1))
        if begun is not None and not held:
            self.load.passed.append(time.perf_counter() - begun)
        self.done.add(place)
        self.cards[place] = random.choice(mine["packet"])
        if self.load.pause and self.load.begun:
            asyncio.get_running_loop().call_later(random.expovariate(1 / self.load.pause), self.choose, place)
        else:
            self.choose(place)

    def holds(self) -> bool:
        """Return whether it waits for the measurement to begin."""
        return not self.load.begun

    def begin(self) -> None:
        """Choose from the first packet once all are seated."""
        if self.waiting is not None:
            self.saw(self.waiting, held=True)

    def choose(self, place: Place) -> None:
        """Send a pick."""
        if self.load.over.is_set() or self.gone:
            return
        self.sent[place] = time.perf_counter()
        self.load.last[self.key, place[0] * 100 + place[1]] = self.sent[place]
        body = {"round": place[0], "number": place[1], "card": self.cards[place]}
        if self.post is None:
            self.say(body)
        else:
            self.post.send(body, lambda status: self.answered(place, ok=status == 200))

    def answered(self, place: Place, *, ok: bool) -> None:
        """Handle the result of a pick."""
        if not ok:
            self.load.refused += 1
            return
        self.load.acked.append(time.perf_counter() - self.sent[place])
        self.load.kept[self.key, self.seat, *place] = self.cards[place]
        if len(self.load.acked) >= self.load.most:
            self.load.over.set()


class Post(asyncio.Protocol):
    """Picks of one seat over HTTP, on a persistent connection; one at a time, as a seat picks."""

    def __init__(self, url: str, key: str, token: str) -> None:
        address = urlsplit(url)
        self.host, self.port = address.hostname or "", address.port or 80
        self.head = (
            f"POST /api/v1/drafts/{key}/picks/ HTTP/1.1\r\nHost: {address.netloc}\r\nX-Seat-Token: {token}\r\n"
            "Content-Type: application/json\r\nContent-Length: "
        )
        self.transport: asyncio.Transport | None = None
        self.tasks: set[asyncio.Task[None]] = set()
        self.read = b""

    def send(self, body: dict[str, Any], answered: Any) -> None:
        """Post it and call `answered` with the status."""
        self.answered = answered
        content = json.dumps(body)
        self.written = f"{self.head}{len(content)}\r\n\r\n{content}".encode()
        if self.transport is None:
            task = asyncio.get_running_loop().create_task(self._connect())
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)
        else:
            self.transport.write(self.written)

    async def _connect(self) -> None:
        with suppress(OSError):
            await asyncio.get_running_loop().create_connection(lambda: self, self.host, self.port)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Note that the connection is open."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self.written)

    def data_received(self, data: bytes) -> None:
        """Handle a response, perhaps in pieces."""
        self.read += data
        head, end, body = self.read.partition(b"\r\n\r\n")
        if end and len(body) >= int(head.lower().split(b"content-length:")[1].split(b"\r\n")[0]):
            self.read = b""
            self.answered(int(head.split()[1]))


async def seat(load: Load, tables: Sequence[dict[str, Any]]) -> list[Bot]:
    """Let all bots sit down, without picks."""
    urls = (load.url, *load.others)
    bots = [
        Bot(load, table["key"], token, url=urls[at % len(urls)])
        for table in tables
        for at, token in enumerate(table["tokens"])
    ]
    await asyncio.gather(*(bot.sit() for bot in bots), return_exceptions=True)
    return bots


async def play(load: Load, bots: Sequence[Bot]) -> float:
    """Let all bots play until their drafts or the load are over; return the seconds."""
    began, load.begun = time.perf_counter(), True
    for bot in bots:
        bot.begin()
    if load.playing:
        with suppress(TimeoutError):
            await asyncio.wait_for(load.over.wait(), max(load.until - began, 0))
    seconds = time.perf_counter() - began
    for bot in bots:
        if not bot.gone and hasattr(bot, "transport"):
            bot.leave()
    return seconds


async def run(load: Load, tables: Sequence[dict[str, Any]]) -> float:
    """Do both; return the seconds played."""
    return await play(load, await seat(load, tables))
