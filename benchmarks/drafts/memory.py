"""Whether the memory of a serving process is bounded: tables that end while others begin, for as long as asked.

`python -m benchmarks.drafts.memory [--tables 64] [--minutes 60] [--rate 0] [--every 60]` prints the megabytes of the
server while pages play on and on (`benchmarks.drafts.page_bots`); without --rate as fast as it goes, so that few
minutes are many evenings. At the end all sockets close, and what is left is printed too.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.drafts.bots import pause_of
from benchmarks.drafts.page_bots import PageLoad, play_pages
from benchmarks.drafts.site import Site

MAX_PARALLEL_REQUESTS = 64


class Supply:
    """Tables on demand, opened a few at a time while others are played."""

    def __init__(self, site: Site, first: list[dict[str, Any]], players: int) -> None:
        self.site, self.players, self.ready, self.opened = site, players, first, len(first)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return self

    def __next__(self) -> dict[str, Any]:
        """Return a table; stop if none is ready at the moment."""
        if not self.ready:
            raise StopIteration
        return self.ready.pop()

    async def fill(self, load: PageLoad) -> None:
        """Open more whenever few are left."""
        while not load.over.is_set():
            if len(self.ready) < MAX_PARALLEL_REQUESTS:
                more = await asyncio.to_thread(self.site.open_tables, MAX_PARALLEL_REQUESTS, self.players, "lobby")
                self.ready += more
                self.opened += len(more)
            await asyncio.sleep(0.2)


def say(site: Site, what: str, load: PageLoad, ended: int) -> float:
    """Print a line; return its megabytes."""
    megabytes = site.used()[1]
    average = Path("/proc/loadavg").read_text().split()[0]
    sys.stdout.write(
        f"{what:>12} {megabytes:7.1f} MB  {ended:6} tables ended  {len(load.acked):8} picks  load {average}\n"
    )
    sys.stdout.flush()
    return megabytes


async def play(site: Site, supply: Supply, load: PageLoad, asked: argparse.Namespace) -> None:
    """Play, and check the memory now and then."""
    say(site, "before", load, 0)

    async def look() -> None:
        began = time.perf_counter()
        while not load.over.is_set():
            await asyncio.sleep(asked.every)
            say(site, f"{(time.perf_counter() - began) / 60:.1f} min", load, load.ended)

    looking, filling = asyncio.create_task(look()), asyncio.create_task(supply.fill(load))
    async for _moment in play_pages(load, supply, asked.tables):
        pass
    if filling.done():
        filling.result()
    for task in (looking, filling):
        task.cancel()
    await asyncio.sleep(15)
    say(site, "all gone", load, load.ended)


def main() -> None:
    """Start, play, print, stop."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, default=64)
    parser.add_argument("--players", type=int, default=6)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--rate", type=float, default=0)
    parser.add_argument("--every", type=float, default=60)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        site = Site(Path(folder))
        site.start()
        try:
            first = site.open_tables(asked.tables + MAX_PARALLEL_REQUESTS, asked.players, "lobby")
            pause = pause_of(asked.rate, asked.tables, asked.players)
            load = PageLoad(site.url, 10**9, asked.minutes * 60, pause)
            asyncio.run(play(site, Supply(site, first, asked.players), load, asked))
        finally:
            site.kill()


if __name__ == "__main__":
    main()
