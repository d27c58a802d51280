"""A round or two of the fault kit, and a table whose two players are on two web processes, of which one is killed."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.client import Client
from tests.faults.players import Seat
from tests.faults.rounds import Kit, Ledger, Report

pytestmark = [pytest.mark.xdist_group("crash"), pytest.mark.filterwarnings("ignore")]


@pytest.fixture(scope="module")
def kit() -> Iterator[Kit]:
    with (
        tempfile.TemporaryDirectory() as folder,
        Kit(Path(folder), say=lambda line: None, seed=int(time.time()), tables=1, players=2) as running,
    ):
        yield running


@pytest.mark.thorough  # test_draft_routing kills one of two processes, tests/drafts/concurrency the only one
def test_a_draft_across_two_web_processes_is_finished_on_the_other_when_one_is_killed(kit: Kit) -> None:
    table = kit.stage("open", "1", "2", "0")["tables"][0]
    first, second = kit.cluster.webs
    places = enumerate(zip((first, second), table["tokens"], strict=True))
    seats = [Seat(Client(url, seat=token), table["key"], at) for at, (url, token) in places]
    for seat in seats:
        seat.start()
    until = time.monotonic() + 60
    while min(len(seat.kept) for seat in seats) < 5 and time.monotonic() < until:
        time.sleep(0.02)
    killed = kit.cluster.supervisor["web-1"]
    killed.held = True
    killed.process.kill()
    before = len(seats[0].kept)
    assert 5 <= before < 35, "the draft is in its middle"
    # As the proxy does: a player whose server is gone asks the other.
    seats[0].client.urls = (second,)
    for seat in seats:
        seat.join(120)
    killed.held = False
    report = Report()
    Ledger(kit.stage("look"), report).picks(seats)
    assert all(seat.done for seat in seats)
    assert len(seats[0].kept) > before
    assert (report.lost, report.doubled) == ([], [])


@pytest.mark.thorough
def test_nothing_acknowledged_is_lost_or_doubled_whatever_dies(kit: Kit) -> None:
    kit.open()
    kit.round(["postgres", "web-2"])
    kit.round(["redis", "worker", "beat", "web-1"])
    report = kit.finish()
    assert report.good, f"{report}\n{(kit.cluster.folder / 'cluster.log').read_text()[-4000:]}"
    assert report.killed.total() == 6
