"""Bots at many tables against a server of its own: picks a second, how long a pick and a passed packet take.

`python -m benchmarks.load_drafts [--tables 64] [--players 6] [--picks 15000] [--seconds 40] [--rate R] [--http]
[--flow together|queued]`. Without --rate every seat picks at once; --http posts the picks over HTTP instead of the
socket. Loopback only, bounded in picks and in time. LOAD_DATABASE_URL measures another database than SQLite.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from benchmarks.draft_site import Site


@dataclass
class Load:
    """What the bots share: the limits, and what was measured, in seconds."""

    url: str
    most: int
    until: float
    rate: float = 0.0
    http: bool = False
    acked: list[float] = field(default_factory=list)
    passed: list[float] = field(default_factory=list)
    kept: dict[tuple[str, int, int, int], str] = field(default_factory=dict)
    refused: int = 0
    slot: float = 0.0
    last: dict[tuple[str, int], float] = field(default_factory=dict)

    @property
    def over(self) -> bool:
        """Whether it is enough."""
        return len(self.acked) >= self.most or time.perf_counter() > self.until

    async def turn(self) -> None:
        """Wait for one's turn where a rate was asked for."""
        if self.rate:
            self.slot = max(self.slot, time.perf_counter()) + random.expovariate(self.rate)
            await asyncio.sleep(max(self.slot - time.perf_counter(), 0))


class Bot:
    """One seat: takes a card of each packet at random, as soon as it may."""

    def __init__(self, load: Load, key: str, token: str) -> None:
        self.load, self.key, self.token = load, key, token
        self.done: set[tuple[int, int]] = set()
        self.seat = -1
        self.sent: dict[tuple[int, int], float] = {}
        self.cards: dict[tuple[int, int], str] = {}
        self.http: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def play(self) -> None:
        """Until the draft or the load is over."""
        address = f"{self.load.url.replace('http', 'ws')}/ws/drafts/{self.key}/"
        async with connect(address, origin=self.load.url, compression=None, ping_interval=None) as socket:  # type: ignore[arg-type]
            await socket.send(json.dumps({"seat_token": self.token}))
            while not self.load.over:
                with suppress(TimeoutError):
                    said = json.loads(await asyncio.wait_for(socket.recv(), 1))
                    if said["type"] == "pick":
                        self.answered(said)
                    elif said["status"] != "drafting":
                        return
                    elif said.get("mine"):
                        await self.saw(said["mine"], socket)

    async def saw(self, mine: dict[str, Any], socket: ClientConnection) -> None:
        """A view of one's own."""
        place, self.seat = (mine["round"], mine["number"]), mine["seat"]
        if not mine["packet"] or place in self.done:
            return
        if place != (1, 1) and self.key_at(place) in self.load.last:
            self.load.passed.append(time.perf_counter() - self.load.last[self.key_at(place)])
        self.done.add(place)
        await self.load.turn()
        self.cards[place], self.sent[place] = random.choice(mine["packet"]), time.perf_counter()
        self.load.last[(self.key, place[0] * 100 + place[1])] = self.sent[place]
        body = {"round": place[0], "number": place[1], "card": self.cards[place]}
        if self.load.http:
            self.answered({**body, "ok": await self.post(body) == 200})
        else:
            await socket.send(json.dumps(body))

    def key_at(self, place: tuple[int, int]) -> tuple[str, int]:
        """The step before, whose last pick let this packet come; rounds begin with the last pick of the one before."""
        return (self.key, place[0] * 100 + place[1] - 1)

    def answered(self, said: dict[str, Any]) -> None:
        """What came of a pick."""
        place = (said["round"], said["number"])
        if said["ok"]:
            self.load.acked.append(time.perf_counter() - self.sent[place])
            self.load.kept[self.key, self.seat, *place] = self.cards[place]
        else:
            self.load.refused += 1

    async def post(self, body: dict[str, Any]) -> int:
        """A pick over HTTP, on a connection that is kept."""
        host, port = self.load.url.removeprefix("http://").split(":")
        if self.http is None:
            self.http = await asyncio.open_connection(host, int(port))
        reader, writer = self.http
        content = json.dumps(body).encode()
        head = (
            f"POST /api/v1/drafts/{self.key}/picks/ HTTP/1.1\r\nHost: {host}:{port}\r\nX-Seat-Token: {self.token}\r\n"
        )
        head += f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n"
        writer.write(head.encode() + content)
        answer = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        await reader.readexactly(int(answer.split("content-length:")[1].split("\r\n")[0]))
        return int(answer.split()[1])


async def run(load: Load, tables: Sequence[dict[str, Any]]) -> float:
    """Let all bots play; returns seconds."""
    bots = [Bot(load, table["key"], token) for table in tables for token in table["tokens"]]
    began = time.perf_counter()
    await asyncio.gather(*(bot.play() for bot in bots), return_exceptions=True)
    return time.perf_counter() - began


def at(times: list[float]) -> str:
    """The milliseconds within which 50, 95 and 99 % lie."""
    ordered = sorted(times) or [0.0]
    marks = (ordered[min(int(len(ordered) * part), len(ordered) - 1)] * 1000 for part in (0.5, 0.95, 0.99))
    return " / ".join(f"{mark:.1f}" for mark in marks)


def main() -> None:
    """Start, measure, print, end."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, default=64)
    parser.add_argument("--players", type=int, default=6)
    parser.add_argument("--picks", type=int, default=15_000)
    parser.add_argument("--seconds", type=float, default=40)
    parser.add_argument("--rate", type=float, default=0)
    parser.add_argument("--http", action="store_true")
    parser.add_argument("--flow", default="together")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        site = Site(Path(folder))
        site.start()
        try:
            tables = site.open_tables(asked.tables, asked.players, asked.flow)
            until = time.perf_counter() + min(asked.seconds, 600)
            load = Load(site.url, asked.picks, until, asked.rate, asked.http)
            before, client = site.used()[0], time.process_time()
            seconds = asyncio.run(run(load, tables))
            used, memory = site.used()
            client = time.process_time() - client
        finally:
            site.kill()
    out = sys.stdout
    way = "HTTP" if asked.http else "socket"
    out.write(f"{asked.tables} tables of {asked.players}, {asked.flow}, picks over {way}, {seconds:.1f} s\n")
    out.write(
        f"acknowledged picks    {len(load.acked)}, {len(load.acked) / seconds:.0f} a second, {load.refused} refused\n"
    )
    out.write(f"pick to answer        {at(load.acked)} ms (50/95/99 %)\n")
    out.write(f"pick to next packet   {at(load.passed)} ms (50/95/99 %), from the last pick of the step\n")
    out.write(f"server                {(used - before) / seconds * 100:.0f} % of a core, {memory:.0f} MB\n")
    out.write(f"client                {client / seconds * 100:.0f} % of a core\n")


if __name__ == "__main__":
    main()
