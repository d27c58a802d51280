"""Bots at many tables against a server of its own: picks a second, how long a pick and a passed packet take.

`python -m benchmarks.drafts.load [--tables 64] [--players 6] [--picks 15000] [--seconds 40] [--rate R] [--http]
[--page] [--fresh] [--ends] [--no-deflate] [--flow together|queued] [--postgres] [--servers 2] [--nginx] [--kill]`.
Without --rate every seat picks at once; --http posts the picks over HTTP instead of the socket.

--page behaves as the table's page does: pages, deflate, changes only, tables that end and others that begin; --seconds
is then the length of the window that is measured; with --fresh on phones that were never here; with --ends all tables
end together when it begins, and no others begin. --postgres measures on PostgreSQL and Redis from the development
wheels instead of the embedded default. --servers spreads the seats of each table over so many serving processes, or
with --nginx lets nginx with the rules of `deploy/nginx.conf` choose; --kill ends one of them with SIGKILL after a third
of the window and starts it again after two thirds. Loopback only, bounded in picks and in time.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex
from typing import Any

from benchmarks.drafts.bots import Load, pause_of, play, run, seat
from benchmarks.drafts.page_bots import PICKS_A_SEAT, PageLoad, play_pages
from benchmarks.drafts.site import Site, used_by_children
from tests.local_cluster import nginx_conf
from tests.servers.binaries import free_port
from tests.servers.process import Program, listens
from tests.servers.wheels import PostgreSQL, Redis

__all__ = ["Load", "run"]

# More picks a second than one machine makes, so that the prepared tables don’t run out.
MAX_PICKS_PER_SECOND = 2000


@dataclass
class Measured:
    """Seconds played, seconds of processor time of server and client in them, and megabytes of the server.

    `beside` are those of database, Redis and nginx.
    """

    seconds: float
    server: float
    client: float
    memory: float
    beside: float = 0.0


def used_by(sites: Sequence[Site]) -> tuple[float, float]:
    """Return processor seconds and megabytes of all of them."""
    usages = [site.used() for site in sites]
    return sum(used[0] for used in usages), sum(used[1] for used in usages)


async def measure(load: Load, tables: Sequence[dict[str, Any]], sites: Sequence[Site]) -> Measured:
    """Sit down, then play and measure."""
    bots = await seat(load, tables)
    await asyncio.sleep(1)
    server, client = used_by(sites)[0], time.process_time()
    seconds = await play(load, bots)
    used, memory = used_by(sites)
    return Measured(seconds, used - server, time.process_time() - client, memory)


async def measure_pages(
    load: PageLoad, tables: Sequence[dict[str, Any]], sites: Sequence[Site], asked: argparse.Namespace
) -> Measured:
    """Let tables be played, some to their end, and measure a window of it."""
    server = client = began = beside = 0.0
    killing = None
    async for moment in play_pages(load, tables, asked.tables, ends=asked.ends):
        if moment == "begun":
            began, server, client = time.perf_counter(), used_by(sites)[0], time.process_time()
            beside = used_by_children() - server
            killing = asyncio.create_task(kill_one(sites[-1], asked.seconds)) if asked.kill else None
        else:
            seconds, client = time.perf_counter() - began, time.process_time() - client
            if killing is not None:  # the other has restarted by now, or is about to
                server -= await killing
            used, memory = used_by(sites)
            measured = Measured(seconds, used - server, client, memory, used_by_children() - used - beside)
    return measured


async def kill_one(site: Site, seconds: float) -> float:
    """Kill it after a third of the time, restart it after two; return its processor time until then."""
    await asyncio.sleep(seconds / 3)
    used = site.used()[0]
    site.kill()
    await asyncio.sleep(seconds / 3)
    await asyncio.to_thread(site.start)
    return used


@contextmanager
def servers(folder: Path, count: int, *, postgres: bool) -> Iterator[list[Site]]:
    """Run serving processes of one site, on loopback."""
    with ExitStack() as ending:
        if postgres:
            database = ending.enter_context(PostgreSQL(folder / "postgres"))
            redis = ending.enter_context(Redis(folder / "redis"))
            # One site: a session of one process is known to all.
            os.environ |= {"LOAD_DATABASE_URL": database.url, "REDIS_URL": redis.url, "SECRET_KEY": token_hex(32)}
        sites = []
        for number in range(count):
            own = folder / f"site{number}"
            own.mkdir()
            sites.append(Site(own))
            ending.callback(sites[-1].kill)
            sites[-1].start()
        yield sites


@contextmanager
def nginx(folder: Path, sites: Sequence[Site]) -> Iterator[str]:
    """Run nginx with the shipped rules in front of them; return its URL."""
    binary = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    if binary is None:
        raise SystemExit("nginx is not installed.")
    port, conf = free_port(), folder / "nginx.conf"
    conf.write_text(nginx_conf(folder, port, [site.port for site in sites]))
    with Program("nginx", folder, command=[binary, "-c", str(conf)], environment=os.environ):
        while not listens(port):
            time.sleep(0.05)
        yield f"http://127.0.0.1:{port}"


def at(times: list[float]) -> str:
    """Return the milliseconds within which 50, 95 and 99 % lie."""
    ordered = sorted(times) or [0.0]
    marks = (ordered[min(int(len(ordered) * part), len(ordered) - 1)] * 1000 for part in (0.5, 0.95, 0.99))
    return " / ".join(f"{mark:.1f}" for mark in marks)


def arguments() -> argparse.Namespace:
    """Parse the arguments; reject impossible ones."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, default=64)
    parser.add_argument("--players", type=int, default=6)
    parser.add_argument("--picks", type=int, default=15_000)
    parser.add_argument("--seconds", type=float, default=40)
    parser.add_argument("--rate", type=float, default=0)
    parser.add_argument("--flow", default="together")
    parser.add_argument("--servers", type=int, default=1)
    for flag in ("http", "page", "fresh", "ends", "no-deflate", "postgres", "nginx", "kill"):
        parser.add_argument(f"--{flag}", action="store_true")
    asked = parser.parse_args()
    if asked.servers > 1 and not asked.postgres:
        raise SystemExit("Several processes need --postgres.")
    if (asked.nginx and asked.servers != 2) or (asked.kill and not asked.nginx):
        raise SystemExit("--nginx needs --servers 2, and --kill needs --nginx.")
    return asked


def main() -> None:
    """Start, measure, print, stop."""
    asked = arguments()
    with ExitStack() as ending:
        folder = Path(ending.enter_context(tempfile.TemporaryDirectory()))
        sites = ending.enter_context(servers(folder, asked.servers, postgres=asked.postgres))
        urls = [ending.enter_context(nginx(folder, sites))] if asked.nginx else [site.url for site in sites]
        pause = pause_of(asked.rate, asked.tables, asked.players)
        if asked.page:
            pages = PageLoad(urls[0], 10**9, asked.seconds, pause, False, urls[1:], deflate=not asked.no_deflate)
            pages.fresh = asked.fresh
            rate = asked.rate or MAX_PICKS_PER_SECOND
            more = 0 if asked.ends else int(rate * asked.seconds / asked.players / PICKS_A_SEAT) + asked.tables // 2
            tables = sites[0].open_tables(asked.tables + more, asked.players, "lobby")
            measured = asyncio.run(measure_pages(pages, tables, sites, asked))
            report(pages, measured, asked)
            report_pages(pages)
        else:
            tables = sites[0].open_tables(asked.tables, asked.players, asked.flow)
            until = time.perf_counter() + min(asked.seconds, 600)
            load = Load(urls[0], asked.picks, until, pause, asked.http, urls[1:])
            report(load, asyncio.run(measure(load, tables, sites)), asked)
        if not report_recorded(pages if asked.page else load, sites[0]):
            raise SystemExit("Acknowledged picks are missing, or a card was taken twice.")


def report(load: Load, measured: Measured, asked: argparse.Namespace) -> None:
    """Print what was measured."""
    picks, out = len(load.acked), sys.stdout
    way = "HTTP" if asked.http else "the page's socket" if asked.page else "socket"
    through = " through nginx" if asked.nginx else ", each table's seats on all of them" if asked.servers > 1 else ""
    out.write(f"{'PostgreSQL and Redis' if asked.postgres else 'SQLite'}, {asked.servers} serving{through}\n")
    wanted = f"{asked.rate:.0f} a second" if asked.rate else "as fast as it goes"
    if asked.page:
        wanted += ", without deflate" if asked.no_deflate else ", deflate"
    out.write(f"{asked.tables} tables of {asked.players}, {asked.flow}, picks over {way}, {measured.seconds:.1f} s\n")
    out.write(f"asked                 {wanted}\n")
    out.write(f"acknowledged picks    {picks}, {picks / measured.seconds:.0f} a second, {load.refused} refused\n")
    out.write(f"pick to answer        {at(load.acked)} ms (50/95/99 %)\n")
    out.write(f"pick to next packet   {at(load.passed)} ms (50/95/99 %), from the last pick of the step\n")
    kinds = (("server", measured.server), ("client", measured.client), ("beside", measured.beside))
    for name, used in kinds if measured.beside else kinds[:2]:
        each = used / max(picks, 1) * 1000
        out.write(f"{name}                {used / measured.seconds * 100:.0f} % of a core, {each:.2f} ms a pick\n")
    load_average = Path("/proc/loadavg").read_text().split()[0]
    out.write(f"memory of the server  {measured.memory:.0f} MB; load average of the machine {load_average}\n")


def report_recorded(load: Load, site: Site) -> bool:
    """Compare acknowledged picks with the rows; return whether every one is there, and no card twice."""
    rows = site.recorded_picks()
    recorded = {row[:4]: row[4] for row in rows}
    lost = {place for place, card in load.kept.items() if recorded.get(place) != card}
    doubled = len(rows) - len({(key, card) for key, _seat, _round, _number, card in rows})
    sys.stdout.write(
        f"compared with the rows  {len(load.kept)} acknowledged, {len(lost)} of them not recorded; "
        f"{len(rows)} recorded, {doubled} twice\n"
    )
    return not lost and not doubled


def report_pages(load: PageLoad) -> None:
    """Print what else pages did in the window."""
    picks, out = max(len(load.acked), 1), sys.stdout
    out.write(f"tables                {load.ended} ended, {load.begun_tables} begun, {load.ran_out} not to be had\n")
    out.write(f"a draft begun         {at(load.starts)} ms (50/95/99 %)\n")
    out.write(f"a page                {at(load.pages)} ms (50/95/99 %), {len(load.pages)} of them\n")
    out.write(f"a finished draft      {at(load.last_pages)} ms (50/95/99 %), {len(load.last_pages)} pages\n")
    out.write(f"drawn cards           {at(load.drawn)} ms (50/95/99 %), {len(load.drawn)} files\n")
    out.write(f"a socket to its view  {at(load.seatings)} ms (50/95/99 %), {len(load.seatings)} of them\n")
    out.write(f"received a pick       {load.received / picks:.0f} bytes, {load.messages / picks:.1f} messages\n")
    out.write(f"lines lost            {load.reconnected}; requests that failed {dict(load.failures) or 0}, ")
    out.write(f"{load.given_up} of them not answered when asked again\n")
    if load.unseated:
        out.write(f"not seated            {load.unseated} when the window began; they are no part of it\n")


if __name__ == "__main__":
    main()
