"""What it costs to seat a socket: every phone of every table comes back at once, also right after a restart.

`python -m benchmarks.drafts.seat_sockets [--tables 64] [--players 6]`; a site of its own on loopback, SQLite.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.drafts.page_bots import PageBot, PageLoad, ask
from benchmarks.drafts.site import Site


async def begin(site: Site, tables: Sequence[dict[str, Any]]) -> None:
    """Let the packets be dealt."""
    for table in tables:
        path, token = f"/api/v1/drafts/{table['key']}/start/", f"X-Seat-Token: {table['tokens'][0]}"
        if (await ask(site.url, path, method="POST", headers=[token]))[0] != "200":
            raise SystemExit("A draft could not begin.")


async def come(site: Site, tables: Sequence[dict[str, Any]], when: str) -> None:
    """Open all sockets at once, until each has its first view; then close all."""
    load = PageLoad(site.url, 0, 0)
    bots = [
        PageBot(load, table["key"], token, session, url=site.url)
        for table in tables
        for token, session in zip(table["tokens"], table["sessions"], strict=True)
    ]
    began, used = time.perf_counter(), site.used()[0]
    await asyncio.gather(*(bot.connect() for bot in bots))
    await asyncio.gather(*(bot.seated for bot in bots))
    seconds = time.perf_counter() - began
    await asyncio.sleep(1)
    each = (site.used()[0] - used) / len(bots) * 1000
    load_average = Path("/proc/loadavg").read_text().split()[0]
    sys.stdout.write(f"{when}: {len(bots)} in {seconds:.2f} s, {each:.2f} ms of the server each; load {load_average}\n")
    load.over.set()
    for bot in bots:
        bot.leave()
    await asyncio.sleep(1)


def main() -> None:
    """Measure twice, then once more after the server was killed and restarted."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, default=64)
    parser.add_argument("--players", type=int, default=6)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        site = Site(Path(folder))
        site.start()
        try:
            tables = site.open_tables(asked.tables, asked.players, "lobby")
            asyncio.run(begin(site, tables))
            for when in ("first", "again"):
                asyncio.run(come(site, tables, when))
            site.kill()
            site.start()
            asyncio.run(come(site, tables, "after a restart"))
        finally:
            site.kill()


if __name__ == "__main__":
    main()
