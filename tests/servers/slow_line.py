"""A slow line: passes bytes between browsers and a site, and stops now and then in the middle of an answer.

Pages and sockets come as they do on a train: in pieces, one after the other, each up to `STALL_SECONDS` late.
"""

from __future__ import annotations

import asyncio
import random
import threading
from contextlib import closing, suppress

STALL_SECONDS = 0.6
PIECE_BYTES = 64 * 1024
START_SECONDS = 10.0


class SlowLine(threading.Thread):
    """A server on the loopback interface: passes on what it gets at `port` to `site_port`, and answers slowly back."""

    def __init__(self, port: int, site_port: int) -> None:
        super().__init__(daemon=True)
        self.port = port
        self.site_port = site_port
        self._loop = asyncio.new_event_loop()
        self._ended = asyncio.Event()
        self._listening = threading.Event()

    def begin(self) -> None:
        """Listen; returns when connections are accepted."""
        self.start()
        if not self._listening.wait(START_SECONDS):
            raise RuntimeError(f"Nothing could listen at port {self.port}.")

    def stop(self) -> None:
        """End every connection and the thread."""
        self._loop.call_soon_threadsafe(self._ended.set)
        self.join()

    def run(self) -> None:
        """Serve until stopped."""
        with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
            runner.run(self._serve())

    async def _serve(self) -> None:
        async with await asyncio.start_server(self._pass_on, "127.0.0.1", self.port):
            self._listening.set()
            await self._ended.wait()

    async def _pass_on(self, browser: asyncio.StreamReader, to_browser: asyncio.StreamWriter) -> None:
        try:
            site, to_site = await asyncio.open_connection("127.0.0.1", self.site_port)
        except OSError:  # the site is away: as if nothing listened here
            to_browser.transport.abort()
            return
        await asyncio.gather(copy(browser, to_site), copy_slowly(site, to_browser))


async def copy(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    """Pass on every byte at once, until either side ends."""
    with closing(target), suppress(OSError):
        while piece := await source.read(PIECE_BYTES):
            target.write(piece)
            await target.drain()


async def copy_slowly(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    """Pass on every byte in order, each piece in two parts, the second of them late in half of the cases."""
    with closing(target), suppress(OSError):
        while piece := await source.read(PIECE_BYTES):
            cut = random.randrange(len(piece))
            target.write(piece[:cut])
            if random.random() < 0.5:
                await asyncio.sleep(random.random() * STALL_SECONDS)
            target.write(piece[cut:])
            await target.drain()
