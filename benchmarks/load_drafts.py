"""Bots at many tables against a server of its own: picks a second, how long a pick and a passed packet take.

`python -m benchmarks.load_drafts [--tables 64] [--players 6] [--picks 15000] [--seconds 40] [--rate R] [--http]
[--page] [--flow together|queued] [--postgres] [--servers 2]`. Without --rate every seat picks at once; --http posts the
picks over HTTP instead of the socket; --page behaves as the table's page does (deflate, changes only). --postgres
measures on PostgreSQL and Redis from the development wheels instead of the embedded default; --servers spreads the
seats of each table over so many serving processes. Loopback only, bounded in picks and in time.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.draft_bots import Load, play, run, seat
from benchmarks.draft_site import Site
from tests.servers.wheels import PostgreSQL, Redis

__all__ = ["Load", "run"]


@dataclass
class Measured:
    """Seconds played, seconds of processor time of server and client in them, and megabytes of the server."""

    seconds: float
    server: float
    client: float
    memory: float


async def measure(load: Load, tables: Sequence[dict[str, Any]], sites: Sequence[Site]) -> Measured:
    """Sit down, then play and measure."""
    bots = await seat(load, tables)
    await asyncio.sleep(1)
    server, client = sum(site.used()[0] for site in sites), time.process_time()
    seconds = await play(load, bots)
    used, memory = map(sum, zip(*(site.used() for site in sites), strict=True))
    return Measured(seconds, used - server, time.process_time() - client, memory)


@contextmanager
def servers(folder: Path, count: int, *, postgres: bool) -> Iterator[list[Site]]:
    """Serving processes of one site, on loopback."""
    with ExitStack() as ending:
        if postgres:
            database = ending.enter_context(PostgreSQL(folder / "postgres"))
            redis = ending.enter_context(Redis(folder / "redis"))
            os.environ |= {"LOAD_DATABASE_URL": database.url, "REDIS_URL": redis.url}
        sites = []
        for number in range(count):
            own = folder / f"site{number}"
            own.mkdir()
            sites.append(Site(own))
            ending.callback(sites[-1].kill)
            sites[-1].start()
        yield sites


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
    parser.add_argument("--page", action="store_true")
    parser.add_argument("--flow", default="together")
    parser.add_argument("--postgres", action="store_true")
    parser.add_argument("--servers", type=int, default=1)
    asked = parser.parse_args()
    if asked.servers > 1 and not asked.postgres:
        raise SystemExit("Several processes need --postgres.")
    with (
        tempfile.TemporaryDirectory() as folder,
        servers(Path(folder), asked.servers, postgres=asked.postgres) as sites,
    ):
        tables = sites[0].open_tables(asked.tables, asked.players, asked.flow)
        until = time.perf_counter() + min(asked.seconds, 600)
        others = [site.url for site in sites[1:]]
        load = Load(sites[0].url, asked.picks, until, asked.rate, asked.http, asked.page, others)
        found = asyncio.run(measure(load, tables, sites))
    report(load, found, asked)


def report(load: Load, found: Measured, asked: argparse.Namespace) -> None:
    """Print what was measured."""
    picks, out = len(load.acked), sys.stdout
    way = "HTTP" if asked.http else "the page's socket" if asked.page else "socket"
    out.write(f"{'PostgreSQL and Redis' if asked.postgres else 'SQLite'}, {asked.servers} serving\n")
    out.write(f"{asked.tables} tables of {asked.players}, {asked.flow}, picks over {way}, {found.seconds:.1f} s\n")
    out.write(f"acknowledged picks    {picks}, {picks / found.seconds:.0f} a second, {load.refused} refused\n")
    out.write(f"pick to answer        {at(load.acked)} ms (50/95/99 %)\n")
    out.write(f"pick to next packet   {at(load.passed)} ms (50/95/99 %), from the last pick of the step\n")
    for name, used in (("server", found.server), ("client", found.client)):
        each = used / max(picks, 1) * 1000
        out.write(f"{name}                {used / found.seconds * 100:.0f} % of a core, {each:.2f} ms a pick\n")
    load_average = Path("/proc/loadavg").read_text().split()[0]
    out.write(f"memory of the server  {found.memory:.0f} MB; load average of the machine {load_average}\n")


if __name__ == "__main__":
    main()
