"""A real server killed with SIGKILL at random moments of drafts under load: acknowledged picks are in the log."""

from __future__ import annotations

import asyncio
import random
import shutil
import sqlite3
import threading
import time
from collections import Counter
from pathlib import Path

import pytest

from benchmarks.drafts.load import Load, run
from benchmarks.drafts.site import Site
from tests.effort import THOROUGH

ROUNDS = 6 if THOROUGH else 1


def log_of(path: Path) -> list[tuple[str, int, int, int, str]]:
    with sqlite3.connect(path) as database:
        rows = database.execute(
            "SELECT d.key, p.seat, p.round, p.number, p.card FROM drafts_pick p"
            " JOIN drafts_draft d ON d.id = p.draft_id"
        ).fetchall()
    database.close()
    return rows


@pytest.mark.xdist_group("crash")
@pytest.mark.filterwarnings("ignore")
def test_no_acknowledged_pick_is_lost_and_no_card_is_in_two_places(tmp_path: Path, ready: Path | None) -> None:
    site, lot = Site(tmp_path), random.Random()
    if ready is not None:
        shutil.copy(ready, site.database)
    kept: dict[tuple[str, int, int, int], str] = {}
    site.start()
    try:
        tables = site.open_tables(4, 3)
        for turn in range(ROUNDS + 1):
            load = Load(site.url, 10_000, time.perf_counter() + 12)
            last = turn == ROUNDS
            killer = threading.Timer(lot.uniform(0.3, 0.9), site.kill)
            if not last:
                killer.start()
                load.until = time.perf_counter() + 1.6
            asyncio.run(run(load, tables))
            killer.join() if not last else None
            kept |= load.kept
            if not last:
                site.start()
    finally:
        site.kill()
    rows = log_of(site.database)
    log = {row[:4]: row[4] for row in rows}
    assert kept
    assert not {place: card for place, card in kept.items() if log.get(place) != card}
    assert len(log) == len(rows)
    assert max(Counter((row[0], row[4]) for row in rows).values()) == 1
    assert Counter(row[0] for row in rows) == {table["key"]: 3 * 35 for table in tables}
