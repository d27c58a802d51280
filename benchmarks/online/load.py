"""Games at the site against a server of its own: what an action costs, and how long it takes.

`python -m benchmarks.online.load [--games 40] [--rate 20] [--seconds 30] [--http] [--level LEVEL] [--kills N]
[--picks R]`: so many games with so many actions a second in all, over the sockets of the games, or with --http as pages
without them do; with --level against the computer; with --picks, tables of a draft beside them make so many picks a
second (with --games 0 alone). --kills ends the server so many times with SIGKILL and starts it again, and compares what
was acknowledged with the rows. Loopback only, SQLite.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

from benchmarks.drafts import bots
from benchmarks.drafts.load import at
from benchmarks.drafts.site import ROOT, Site
from benchmarks.online.players import GameLoad, Player

# Maximum time until all seats see their game.
SEATING_SECONDS = 120.0
# Tables of drafts beside the games, and their players.
TABLES, PLAYERS = 32, 6


def games(site: Site, count: int, level: str = "") -> Any:
    """Start games in the database of the site; with 0, return its actions."""
    command = [sys.executable, "-m", "benchmarks.online.games", str(count), level]
    run = subprocess.run(command, cwd=ROOT, env=site.environment, stdout=subprocess.PIPE, check=True)
    return json.loads(run.stdout)


async def play(
    site: Site, load: GameLoad, opened: list[dict[str, Any]], beside: bots.Load, asked: argparse.Namespace
) -> tuple[float, ...]:
    """Sit down, play, and return the processor seconds of server and client, and the seconds."""
    players = [Player(load, game["key"], seat) for game in opened for seat in game["seats"]]
    lines = [asyncio.create_task(player.play()) for player in players]
    await asyncio.wait_for(asyncio.gather(*(player.ready.wait() for player in players)), SEATING_SECONDS)
    tables = site.open_tables(TABLES, PLAYERS, "queued") if asked.picks else []
    seated = await bots.seat(beside, tables)
    await asyncio.sleep(1)
    load.counts.clear()
    server, client, began = site.used()[0], time.process_time(), time.perf_counter()
    load.until = beside.until = began + asked.seconds
    picking = asyncio.create_task(bots.play(beside, seated))
    for player in players:
        player.hear({"type": "view", "view": player.view})
    for _kill in range(asked.kills):
        await asyncio.sleep(asked.seconds / (asked.kills + 1) * (0.5 + random.random() / 2))
        site.kill()
        down = time.perf_counter()
        await asyncio.to_thread(site.start)
        load.until += time.perf_counter() - down
    await asyncio.sleep(max(load.until - time.perf_counter(), 0))
    seconds = time.perf_counter() - began
    used = (site.used()[0] - server, time.process_time() - client, seconds)
    await asyncio.sleep(3)  # pending requests are answered
    with suppress(TimeoutError):
        await asyncio.wait_for(picking, 1)
    for line in lines:
        line.cancel()
    return used


def compare(load: GameLoad, rows: list[tuple[str, int, int, int, int]], pending: int = 0) -> bool:
    """Compare what was acknowledged with the rows; return whether nothing is missing and nothing was done twice."""
    written = Counter((key, place, views[place]) for key, _number, place, *views in rows)
    known = load.acts | load.recovered
    numbers = Counter(row[0] for row in rows)
    gaps = sum(max(row[1] for row in rows if row[0] == key) != count for key, count in numbers.items())
    lost, unknown = load.acts - written.keys(), written.keys() - known
    sys.stdout.write(
        f"compared with the rows  {len(load.acts)} acknowledged, {len(lost)} of them not written; "
        f"{len(load.recovered)} written before a line was lost; {len(unknown)} that no player knows of; {gaps} gaps\n"
    )
    return not lost and not gaps and len(unknown) <= pending


def report(
    load: GameLoad, beside: bots.Load, used: tuple[float, ...], memory: float, asked: argparse.Namespace
) -> None:
    """Print what was measured."""
    server, client, seconds = used
    actions, out = max(len(load.answers), 1), sys.stdout
    way = "HTTP and the topic’s socket" if asked.http else "the game’s socket"
    out.write(f"{asked.games} games{f' against {asked.level}' if asked.level else ''}, over {way}, {seconds:.1f} s\n")
    out.write(f"actions               {len(load.answers)}, {len(load.answers) / seconds:.0f} a second ")
    out.write(f"({asked.rate:.0f} asked), {load.counts['refused']} refused\n")
    out.write(f"action to answer      {at(load.answers)} ms (50/95/99 %)\n")
    out.write(f"action to other seat  {at(load.seen)} ms (50/95/99 %), {len(load.seen)} of them\n")
    if not asked.kills:
        for name, processor in (("server", server), ("client", client)):
            each = processor / actions * 1000
            out.write(f"{name}                {processor / seconds * 100:.0f} % of a core, {each:.2f} ms an action\n")
    unpacked = "" if asked.http else f" ({load.counts['characters'] / actions:.0f} before deflate)"
    out.write(f"received an action    {load.counts['bytes'] / actions:.0f} bytes by both seats{unpacked}, in ")
    out.write(f"{load.counts['messages'] / actions:.1f} messages; {load.counts['lines lost']} lines lost\n")
    if asked.picks:
        each = len(beside.acked) / seconds
        out.write(f"picks beside          {each:.0f} a second, {at(beside.acked)} ms (50/95/99 %)\n")
    out.write(f"memory of the server  {memory:.0f} MB; load average {Path('/proc/loadavg').read_text().split()[0]}\n")


def main() -> None:
    """Start, measure, print, stop."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--rate", type=float, default=20)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--kills", type=int, default=0)
    parser.add_argument("--level", default="")
    parser.add_argument("--picks", type=float, default=0)
    parser.add_argument("--http", action="store_true")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        site = Site(Path(folder))
        site.start()
        try:
            opened = games(site, asked.games, asked.level) if asked.games else []
            # Each game waits for one player at a time.
            load = GameLoad(site.url, asked.games / asked.rate, asked.http)
            # A third of the seats wait for a packet.
            beside = bots.Load(site.url, 10**9, 0, 2 / 3 * TABLES * PLAYERS / asked.picks if asked.picks else 0)
            used = asyncio.run(play(site, load, opened, beside, asked))
            report(load, beside, used, site.used()[1], asked)
            if asked.games and not compare(load, [tuple(row) for row in games(site, 0)]):
                raise SystemExit("Acknowledged actions are missing, or one was carried out twice.")
        finally:
            site.kill()


if __name__ == "__main__":
    main()
