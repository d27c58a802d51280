"""Bots that behave as the table's page does, at tables that end while others begin.

What the page asks for and says is recorded in `page_traffic.json`, and a browser test holds the two together. A browser
that has been here before has the styles, the scripts and the drawn cards already; so has a bot, unless its phone is
`fresh`: then it asks for the drawn cards, too. (Styles and scripts a web server gives without the site.)
"""

from __future__ import annotations

import asyncio
import gzip
import json
import random
import re
import time
from collections import Counter
from collections.abc import AsyncIterator, Coroutine, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from websockets.client import ClientProtocol
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory
from websockets.http11 import Response
from websockets.uri import parse_uri

from benchmarks.drafts.bots import Bot, Load, Place

TRAFFIC: dict[str, Any] = json.loads((Path(__file__).parent / "page_traffic.json").read_text())
# As in the page: the first wait before it reopens its socket, and the longest.
FIRST_WAIT_SECONDS, MAX_WAIT_SECONDS = 0.5, 15.0
ACK_TIMEOUT_SECONDS = 5.0
PATIENCE_SECONDS = 20.0
# Maximum wait for the first view; they go on waiting, but the table counts as begun.
SEAT_SECONDS = 60.0
# Maximum time for seating all tables before the window begins.
SEATING_SECONDS = 300.0
# Retry interval for a page without a response.
MAX_TRIES = 4
SESSION_COOKIE = "sessionid_load"
PICKS_A_SEAT = 42
# Wait before checking for an open table again.
TABLE_WAIT_SECONDS = 1.0
# How long a page that follows the draft waits at most before it asks for the proof, as `verify.js` does.
PROOF_WAIT_SECONDS = 3.0
# How long somebody looks at their pool.
STAY_SECONDS = 10.0
# First bytes of a compressed response.
GZIPPED = b"\x1f\x8b"


@dataclass
class PageLoad(Load):
    """What the pages share: durations of pages and seatings, lost and recovered picks, and the traffic."""

    deflate: bool = True
    fresh: bool = False
    proof_wait: float = PROOF_WAIT_SECONDS
    drawn: list[float] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)
    last_pages: list[float] = field(default_factory=list)
    seatings: list[float] = field(default_factory=list)
    starts: list[float] = field(default_factory=list)
    ended: int = 0
    ran_out: int = 0
    begun_tables: int = 0
    reconnected: int = 0
    failures: Counter[str] = field(default_factory=Counter)
    given_up: int = 0
    unseated: int = 0
    received: int = 0
    messages: int = 0

    bots: list[PageBot] = field(default_factory=list)
    tasks: set[asyncio.Task[None]] = field(default_factory=set)

    def do(self, work: Coroutine[Any, Any, None]) -> None:
        """Run it concurrently."""
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def forget(self) -> None:
        """Discard all measurements when the window begins."""
        for times in (self.acked, self.passed, self.pages, self.last_pages, self.drawn, self.seatings, self.starts):
            times.clear()
        self.ended = self.begun_tables = self.reconnected = self.received = self.messages = 0
        self.refused = self.given_up = 0
        self.failures.clear()

    async def until_answered(self, url: str, path: str, *, method: str = "GET", header: str, name: str) -> bytes:
        """Request a page, and again after a moment without a response, as a person would; count both.

        Returns the page, or nothing. A rejected start (409) was carried out by the previous request.
        """
        for _attempt in range(MAX_TRIES):
            status, page = await ask(url, path, method=method, headers=[header])
            if status in ("200", "409") or self.over.is_set():
                return page
            self.failures[f"{status} {name}"] += 1
            await asyncio.sleep(FIRST_WAIT_SECONDS)
        self.given_up += 1
        return b""


def drawn_cards(page: str) -> list[str]:
    """Return the URLs of drawn cards in a page, which a new browser requests."""
    page = re.sub("<noscript>.*?</noscript>", "", page)
    return list(dict.fromkeys(re.findall(r'/cards/(?:tiles|pictures)/[^"\s]+\.(?:json|svg)', page)))


async def ask(url: str, path: str, *, method: str = "GET", headers: Sequence[str] = ()) -> tuple[str, bytes]:
    """Send one request on a connection of its own; return the status, or the reason there is none, and the body.

    `refused`: no connection; `cut`: closed without a response; `late`: nothing within PATIENCE_SECONDS.
    """
    address = urlsplit(url)
    lines = [f"{method} {path} HTTP/1.1", f"Host: {address.netloc}", "Connection: close", "Accept-Encoding: gzip"]
    if method == "POST":
        lines += ["Content-Type: application/json", "Content-Length: 2"]
    try:
        reader, writer = await asyncio.open_connection(address.hostname, address.port)
    except OSError:
        return "refused", b""
    try:
        writer.write(("\r\n".join([*lines, *headers, "", ""]) + ("{}" if method == "POST" else "")).encode())
        said = await asyncio.wait_for(reader.read(-1), PATIENCE_SECONDS)
        return (said.split(b" ", 2)[1].decode(), said.partition(b"\r\n\r\n")[2]) if said else ("cut", b"")
    except TimeoutError:
        return "late", b""
    except OSError:
        return "cut", b""
    finally:
        writer.close()


class PageBot(Bot):
    """One seat with its page: keeps its pick until it is answered, and reopens a lost socket."""

    load: PageLoad

    def __init__(self, load: PageLoad, key: str, token: str, session: str, *, url: str) -> None:
        super().__init__(load, key, token, url=url)
        self.session, self.stop_at, self.drawn = session, 0, set[str]()
        self.hello: dict[str, Any] = TRAFFIC["hello"]
        self.pending: dict[str, Any] | None = None
        self.mine: dict[str, Any] | None = None
        self.finished: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.wait, self.fresh, self.closed = FIRST_WAIT_SECONDS, True, False
        self.late: asyncio.TimerHandle | None = None

    async def look(self, requests: Sequence[str]) -> None:
        """Request pages, one after the other."""
        for request in requests:
            method, path = request.split(" ")
            began = time.perf_counter()
            cookie = f"Cookie: {SESSION_COOKIE}={self.session}"
            page = await self.load.until_answered(
                self.url, path.format(key=self.key), method=method, header=cookie, name=request
            )
            self.load.pages.append(time.perf_counter() - began)
            if self.load.fresh:
                text = (gzip.decompress(page) if page.startswith(GZIPPED) else page).decode()
                asked = [address for address in drawn_cards(text) if address not in self.drawn]
                self.drawn.update(asked)  # a browser caches them for good
                await asyncio.gather(*(self._draw(address, cookie) for address in asked))

    async def _draw(self, address: str, cookie: str) -> None:
        began = time.perf_counter()
        await self.load.until_answered(self.url, address, header=cookie, name="drawn cards")
        self.load.drawn.append(time.perf_counter() - began)

    async def sit(self) -> None:
        """Load the page, open its socket with the session’s cookie, wait for the first view; waiting too long is
        counted."""
        await self.look(TRAFFIC["at_the_start"])
        await self.connect()
        try:
            await asyncio.wait_for(asyncio.shield(self.seated), SEAT_SECONDS)
        except TimeoutError:
            self.load.failures["late seat"] += 1

    async def connect(self) -> None:
        """Open the socket; without a response, again a little later."""
        self.opened, self.fresh = time.perf_counter(), True
        address = urlsplit(self.url)
        uri = parse_uri(f"ws://{address.netloc}{TRAFFIC['socket'].format(key=self.key)}")
        deflate = [ClientPerMessageDeflateFactory(client_max_window_bits=True)] if self.load.deflate else None
        self.socket = ClientProtocol(uri, origin=self.url, extensions=deflate)  # type: ignore[arg-type]
        try:
            await asyncio.get_running_loop().create_connection(lambda: self, address.hostname or "", address.port or 80)
        except OSError:
            self.connect_later()
            return
        request = self.socket.connect()
        request.headers["Cookie"] = f"{SESSION_COOKIE}={self.session}"
        self.socket.send_request(request)
        self.flush()

    def connect_later(self) -> None:
        """Wait like the page: longer each time, and at random moments."""
        if self.closed or self.load.over.is_set():
            return
        wait = self.wait * (0.75 + random.random() / 2)
        self.wait = min(self.wait * 2, MAX_WAIT_SECONDS)
        asyncio.get_running_loop().call_later(wait, lambda: self.load.do(self.connect()))

    def connection_lost(self, exc: Exception | None) -> None:
        """Note that the connection is lost; the draft isn’t."""
        if self.late is not None:
            self.late.cancel()
        self.load.reconnected += not self.closed
        self.connect_later()

    def leave(self) -> None:
        """Leave when the draft or the measurement is over."""
        if self.closed:
            return
        self.closed = self.gone = True
        if hasattr(self, "transport"):
            self.transport.close()
        if not self.finished.done():
            self.finished.set_result(None)
        if not self.seated.done():
            self.seated.set_result(None)

    def data_received(self, data: bytes) -> None:
        """Handle received data."""
        self.load.received += len(data)
        super().data_received(data)

    def respond(self, event: Response) -> None:
        """Say what is wanted on the open socket. (A proxy whose server is down rejects it.)"""
        if event.status_code == 101:
            self.say(self.hello)
        else:
            self.transport.close()

    def heard(self, said: dict[str, Any]) -> None:
        """Handle an answer, a view, or changes."""
        self.load.messages += 1
        if said["type"] == "pick":
            if self.pending is not None and said["id"] == self.pending["id"]:
                self.settle((said["round"], said["number"]), ok=said["ok"])
            if "view" not in said:
                return
            said = said["view"]
        if not self.seated.done():
            self.seated.set_result(None)
        if self.fresh:
            self.load.seatings.append(time.perf_counter() - self.opened)
        self.wait = FIRST_WAIT_SECONDS
        if said.get("status", "drafting") == "done":
            self.leave()
            return
        if said.get("mine"):
            self.mine = said["mine"]
        self.resume() if self.fresh else None
        self.fresh = False
        if said.get("mine"):
            self.saw(said["mine"])

    def holds(self) -> bool:
        """Return whether to wait: before the window each table is only played so far, so that tables end at different
        moments."""
        return not self.load.begun and len(self.done) >= self.stop_at

    def choose(self, place: Place) -> None:
        """Send what the page sends."""
        if self.load.over.is_set() or self.closed:
            return
        self.sent[place] = time.perf_counter()
        self.load.last[self.key, place[0] * 100 + place[1]] = self.sent[place]
        values = {"round": place[0], "number": place[1], "card": self.cards[place], "instead": ""}
        values["id"] = time.time_ns() // 1_000_000
        self.pending = {name: values[name] for name in TRAFFIC["pick"]}
        self.transmit()

    def transmit(self) -> None:
        """Send over the socket, if there is one; without an answer in time, close it."""
        if self.fresh or self.pending is None or self.transport.is_closing():
            return
        if self.late is not None:
            self.late.cancel()
        self.say(self.pending)
        self.late = asyncio.get_running_loop().call_later(ACK_TIMEOUT_SECONDS, self.transport.close)

    def settle(self, place: Place, *, ok: bool) -> None:
        """Note the answer."""
        if self.late is not None:
            self.late.cancel()
        self.pending = None
        self.answered(place, ok=ok)

    def resume(self) -> None:
        """After a reconnect: the choice is there already, or is sent again."""
        if self.pending is None or self.mine is None:
            return
        place = (self.pending["round"], self.pending["number"])
        if self.pending["card"] in self.mine["pool"]:
            self.settle(place, ok=True)
        elif (self.mine["round"], self.mine["number"]) == place:
            self.fresh = False
            self.transmit()
        else:
            self.settle(place, ok=False)


async def play_table(load: PageLoad, table: dict[str, Any], *, share: float = 0.0) -> None:
    """Play one table from start to end; `share` of it before the window."""
    began = time.perf_counter()
    path = f"/api/v1/drafts/{table['key']}/start/"
    token = f"X-Seat-Token: {table['tokens'][0]}"
    await load.until_answered(load.url, path, method="POST", header=token, name="POST start")
    load.starts.append(time.perf_counter() - began)
    urls = (load.url, *load.others)
    bots = [
        PageBot(load, table["key"], token, session, url=urls[at % len(urls)])
        for at, (token, session) in enumerate(zip(table["tokens"], table["sessions"], strict=True))
    ]
    load.bots += bots
    for bot in bots:
        bot.stop_at = int(PICKS_A_SEAT * share)
    await asyncio.gather(*(bot.sit() for bot in bots))
    load.begun_tables += 1
    await asyncio.gather(*(bot.finished for bot in bots))
    if load.over.is_set():
        return
    load.ended += 1
    load.bots = [bot for bot in load.bots if not bot.closed]
    await asyncio.gather(*(_look_at_the_end(load, bot) for bot in bots))
    for bot in bots:
        load.do(_stay(load, bot))


async def _look_at_the_end(load: PageLoad, bot: PageBot) -> None:
    page, *later = TRAFFIC["at_the_end"]
    began = time.perf_counter()
    await bot.look([page])
    load.last_pages.append(time.perf_counter() - began)
    await asyncio.sleep(random.random() * load.proof_wait)
    await bot.look(later)


async def _stay(load: PageLoad, bot: PageBot) -> None:
    """Keep the finished draft’s page open for a while, with its socket."""
    page = PageBot(load, bot.key, bot.token, bot.session, url=bot.url)
    page.hello = TRAFFIC["hello_at_the_end"]
    await page.connect()
    await asyncio.sleep(STAY_SECONDS)
    page.leave()


async def _play_on(load: PageLoad, reserve: Iterator[dict[str, Any]], share: float) -> None:
    """Play one table after the other; if none is ready, wait a moment."""
    while not load.over.is_set():
        table = next(reserve, None)
        if table is None:
            load.ran_out += 1
            await asyncio.sleep(TABLE_WAIT_SECONDS)
            continue
        await play_table(load, table, share=share)
        share = 0.0


async def play_pages(
    load: PageLoad, tables: Iterable[dict[str, Any]], count: int, *, ends: bool = False
) -> AsyncIterator[str]:
    """Keep `count` tables under way; for `until` seconds; yields "begun" and, when they are up, "over".

    With `ends` all of them wait for their last pick until the window begins.
    """
    reserve = iter(tables)
    for at in range(count):
        load.do(_play_on(load, reserve, 1 - 0.5 / PICKS_A_SEAT if ends else at / count))
    until = time.perf_counter() + SEATING_SECONDS
    while load.begun_tables < count or any(bot.waiting is None for bot in load.bots):
        if time.perf_counter() > until:
            load.unseated = sum(bot.waiting is None for bot in load.bots)
            break
        await asyncio.sleep(0.1)
    load.forget()
    yield "begun"
    load.begun = True
    for bot in load.bots:
        bot.begin()
    await asyncio.sleep(load.until)
    load.over.set()
    yield "over"
    for bot in load.bots:
        bot.leave()
    await asyncio.sleep(0.5)
    for task in tuple(load.tasks):
        task.cancel()
