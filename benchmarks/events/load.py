"""An event day against a server of its own: 2,000 players open the pairings within a minute, then report results.

`python -m benchmarks.events.load [--players 2000] [--rounds 5] [--seconds 60] [--full 6] [--cluster]`. Beside every
number stands a hello-world view of the same server in the same run. Loopback only, bounded in time. `--cluster` is
PostgreSQL, Redis and two web processes instead of the embedded default.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.events.sites import Cluster, One

TOKEN = "b" * 32
Ask = Callable[["Connection", int], Awaitable[int]]

# Timeout of a response; the run goes on, and the line of the table has their number.
PATIENCE_SECONDS = 60.0


@dataclass
class Connection:
    """One persistent connection."""

    url: str
    reader: asyncio.StreamReader | None = None
    writer: asyncio.StreamWriter | None = None
    received: int = 0

    async def ask(self, method: str, path: str, *, cookie: str = "", tag: str = "", body: bytes = b"") -> int:
        """Send one request; return the status, 0 without a response within PATIENCE_SECONDS."""
        try:
            return await asyncio.wait_for(self._twice(method, path, cookie, tag, body), PATIENCE_SECONDS)
        except (asyncio.IncompleteReadError, OSError, TimeoutError):
            if self.writer is not None:
                self.writer.close()
            self.writer = None
            return 0

    async def _twice(self, method: str, path: str, cookie: str, tag: str, body: bytes) -> int:
        """The same; a connection that was closed while idle is reopened."""
        try:
            return await self._ask(method, path, cookie, tag, body)
        except (asyncio.IncompleteReadError, ConnectionError):
            self.writer = None
            return await self._ask(method, path, cookie, tag, body)

    async def _ask(self, method: str, path: str, cookie: str, tag: str, body: bytes) -> int:
        host, port = self.url.removeprefix("http://").split(":")
        if self.writer is None or self.writer.is_closing():
            self.reader, self.writer = await asyncio.open_connection(host, int(port), limit=1 << 22)
        head = [f"{method} {path} HTTP/1.1", f"Host: {host}:{port}", "Accept: text/html"]
        if cookie:
            head.append(f"Cookie: sessionid_load={cookie}; csrftoken_load={TOKEN}")
        if tag:
            head.append(f"If-None-Match: {tag}")
        if method == "POST":
            head += ["Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(body)}"]
        self.writer.write("\r\n".join([*head, "", ""]).encode() + body)
        assert self.reader is not None
        return await self._answer(self.reader)

    async def _answer(self, reader: asyncio.StreamReader) -> int:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        status = int(head.split(" ", 2)[1])
        lines = dict(line.lower().split(": ", 1) for line in head.split("\r\n")[1:] if ": " in line)
        if "content-length" in lines:
            self.received += len(await reader.readexactly(int(lines["content-length"])))
        elif lines.get("transfer-encoding") == "chunked":
            while size := int((await reader.readline()).strip(), 16):
                self.received += len(await reader.readexactly(size + 2))
            await reader.readline()
        return status


@dataclass
class Measured:
    """Result of one kind of request."""

    name: str
    seconds: float = 0.0
    cpu: float = 0.0
    times: list[float] = field(default_factory=list)
    statuses: dict[int, int] = field(default_factory=dict)
    received: int = 0

    def __str__(self) -> str:
        ordered = sorted(self.times) or [0.0]
        marks = [ordered[min(int(len(ordered) * part), len(ordered) - 1)] * 1000 for part in (0.5, 0.95, 0.99)]
        count = len(self.times)
        odd = {status: many for status, many in self.statuses.items() if status >= 400 or not status}
        return (
            f"{self.name:44} {count:6} {count / self.seconds:7.0f}/s {marks[0]:7.1f} {marks[1]:7.1f} {marks[2]:7.1f}"
            f" {self.cpu / max(count, 1) * 1000:7.2f} {self.received / max(count, 1) / 1000:6.1f}"
            f" {odd or ''}"
        )


HEAD = f"{'':44} {'count':>6} {'rate':>9} {'50 %':>7} {'95 %':>7} {'99 %':>7} {'CPU ms':>7} {'kB':>6}"


class Day:
    """Measurements of one site."""

    def __init__(self, site: One | Cluster, rows: dict[str, Any]) -> None:
        self.site, self.players = site, rows["players"]
        self.page = f"/matches/events/{rows['key']}/"
        self.lots = random.Random(2)

    async def full(self, name: str, ask: Ask, *, seconds: float, at_once: int = 16) -> Measured:
        """As fast as possible on this many connections."""
        measured, until = Measured(name), time.perf_counter() + seconds
        numbers = iter(range(10**9))

        async def worker(line: Connection) -> None:
            while time.perf_counter() < until:
                await self._one(measured, ask, line, next(numbers))
            measured.received += line.received

        await self._timed(measured, [worker(line) for line in self._lines(at_once)])
        return measured

    async def spread(self, name: str, ask: Ask, *, count: int, seconds: float) -> Measured:
        """This many within this many seconds, each at its own moment, whether or not earlier ones are answered."""
        measured, began = Measured(name), time.perf_counter()
        moments = sorted(self.lots.uniform(0, seconds) for _one in range(count))
        free = list(self._lines(64))
        everything = list(free)

        async def player(number: int, moment: float) -> None:
            await asyncio.sleep(max(began + moment - time.perf_counter(), 0))
            asked = time.perf_counter()
            line = free.pop() if free else self._line(number, everything)
            await self._one(measured, ask, line, number, asked)
            free.append(line)

        await self._timed(measured, [player(number, moment) for number, moment in enumerate(moments)])
        measured.received = sum(line.received for line in everything)
        return measured

    def _lines(self, count: int) -> Iterator[Connection]:
        return (Connection(self.site.urls[n % len(self.site.urls)]) for n in range(count))

    def _line(self, number: int, everything: list[Connection]) -> Connection:
        everything.append(Connection(self.site.urls[number % len(self.site.urls)]))
        return everything[-1]

    async def _one(self, measured: Measured, ask: Ask, line: Connection, number: int, began: float = 0.0) -> None:
        began = began or time.perf_counter()
        status = await ask(line, number)
        measured.times.append(time.perf_counter() - began)
        measured.statuses[status] = measured.statuses.get(status, 0) + 1

    async def _timed(self, measured: Measured, work: list[Any]) -> None:
        before, began = self.site.used()[0], time.perf_counter()
        await asyncio.gather(*work)
        measured.seconds, measured.cpu = time.perf_counter() - began, self.site.used()[0] - before

    async def hello(self, line: Connection, number: int) -> int:
        """The minimum cost of a request."""
        return await line.ask("GET", "/hello/")

    async def pairings(self, line: Connection, number: int) -> int:
        """A player opens the event’s page on their phone."""
        return await line.ask("GET", self.page, cookie=self.players[number % len(self.players)]["cookie"])

    async def looking(self, line: Connection, number: int) -> int:
        """A visitor without a session opens it."""
        return await line.ask("GET", self.page)

    async def wall(self, line: Connection, number: int) -> int:
        """The venue screen is refreshed."""
        return await line.ask("GET", f"{self.page}wall/")

    async def nothing_new(self, line: Connection, number: int) -> int:
        """A page polls, and nothing is new."""
        asking = self.players[:50]
        cookie = asking[number % len(asking)]["cookie"]
        return await line.ask("GET", f"{self.page}?since={self.version}", cookie=cookie)

    async def report(self, line: Connection, number: int) -> int:
        """A player reports, and gets their panel; when both have, it is settled."""
        player = self.players[number]
        body = f"csrfmiddlewaretoken={TOKEN}&pairing={player['pairing']}&a=5&b=2&as=player&shown="
        return await line.ask("POST", f"{self.page}mine/report/", cookie=player["cookie"], body=body.encode())

    version = 0

    async def measured(self, *, seconds: float, full: float, version: Callable[[], int]) -> None:
        """Measure the day in order; caches are warm after the first view."""
        self.version = version()
        await self.full("", self.looking, seconds=1, at_once=2)
        count = len(self.players)
        self.say(await self.full("hello, as fast as it goes", self.hello, seconds=full))
        self.say(await self.spread("a player opens the pairings", self.pairings, count=count, seconds=seconds))
        self.say(await self.full("the same, as fast as it goes", self.pairings, seconds=full))
        self.say(await self.full("somebody looks on, as fast as it goes", self.looking, seconds=full))
        self.say(await self.full("a page asks and there is nothing new", self.nothing_new, seconds=full))
        self.say(await self.full("the wall, as fast as it goes", self.wall, seconds=full))
        random.Random(3).shuffle(self.players)
        both = self.spread("a player reports their result", self.report, count=count, seconds=seconds)
        again = self.spread("pages opened meanwhile", self.pairings, count=count, seconds=seconds)
        for answer in await asyncio.gather(both, again):
            self.say(answer)

    def say(self, measured: Measured) -> None:
        """Print a line of the table as soon as it is known."""
        sys.stdout.write(f"{measured}\n")
        sys.stdout.flush()


def main() -> None:
    """Start, measure, print, stop."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--players", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--full", type=float, default=6)
    parser.add_argument("--cluster", action="store_true")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, (Cluster if asked.cluster else One)(Path(folder)) as site:
        rows = site.run("benchmarks.events.rows", asked.players, asked.rounds)
        day = Day(site, rows)
        what = "PostgreSQL, Redis, two web processes" if asked.cluster else "one process on SQLite"
        sys.stdout.write(f"{what}; {asked.players} players, round {asked.rounds + 1}\n{HEAD}\n")
        seconds, full = min(asked.seconds, 300), min(asked.full, 60)
        asyncio.run(day.measured(seconds=seconds, full=full, version=lambda: _version(site)))
        sys.stdout.write("(the last two at the same time: their CPU is that of both together)\n")
        average = Path("/proc/loadavg").read_text().split()[0]
        sys.stdout.write(f"memory of the web processes: {site.used()[1]:.0f} MB; load average {average}\n")


def _version(site: One | Cluster) -> int:
    return int(site.run("benchmarks.events.sites"))


if __name__ == "__main__":
    main()
