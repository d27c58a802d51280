"""The balancer and the watch over processes, with processes that cost nothing."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from tenmoons.cluster.balancer import UNAVAILABLE, Balancer
from tenmoons.cluster.crew import Crew
from tenmoons.cluster.places import NotPossible, free_port
from tenmoons.cluster.process import Program

SLEEPER = "import time; print('awake', flush=True); time.sleep(600)"


def program(folder: Path, name: str, script: str = SLEEPER, answers: Callable[[], bool] | None = None) -> Program:
    command = [sys.executable, "-c", script]
    return Program(name, folder, command=command, environment=dict(os.environ), answers=answers)


def soon(true: Callable[[], object], crew: Crew | None = None) -> None:
    until = time.monotonic() + 20
    while not true():
        assert time.monotonic() < until
        if crew is not None:
            crew.tend()
        time.sleep(0.02)


def test_who_ends_unasked_is_started_again_and_all_end_when_told(tmp_path: Path) -> None:
    said: list[str] = []
    crew = Crew([program(tmp_path, name) for name in ("one", "two", "three")], said.append)
    crew.start()
    soon(lambda: "three    | awake" in said)
    first = crew["three"].process.process
    assert first is not None
    first.kill()
    soon(lambda: crew["three"].starts == 2 and crew["three"].process.alive, crew)
    assert "three    | ended (by signal SIGKILL); it is started again" in said
    crew.end()
    assert not any(member.process.alive for member in crew.members)
    crew.tend()
    assert not any(member.process.alive for member in crew.members)


def test_who_is_held_stays_away_until_let_go(tmp_path: Path) -> None:
    crew = Crew([program(tmp_path, "one")], lambda line: None)
    crew.start()
    crew["one"].held = True
    crew["one"].process.kill()
    crew.tend()
    assert not crew["one"].process.alive
    crew["one"].held = False
    soon(lambda: crew["one"].process.alive, crew)
    crew.end()


def test_who_does_not_come_up_is_named_with_what_it_said(tmp_path: Path) -> None:
    with pytest.raises(NotPossible, match=r"one did not start\. No moon"):
        program(tmp_path, "one", "raise SystemExit('No moon')", lambda: False).start()


def test_children_of_a_killed_process_do_not_outlive_it(tmp_path: Path) -> None:
    script = "import subprocess, sys, time; print(subprocess.Popen(['sleep', '600']).pid, flush=True); time.sleep(600)"
    one = program(tmp_path, "one", script).start()
    soon(lambda: one.log.read_text().strip())
    child = int(one.log.read_text())
    one.kill()
    soon(lambda: not Path(f"/proc/{child}").exists() or "Z" in Path(f"/proc/{child}/stat").read_text().split()[2])


async def answering(word: bytes) -> asyncio.Server:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readline()
        writer.write(word)
        writer.close()

    return await asyncio.start_server(answer, "127.0.0.1", 0)


def port_of(server: asyncio.Server) -> int:
    port: int = server.sockets[0].getsockname()[1]
    return port


async def said(port: int) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"hello\n")
    try:
        return await asyncio.wait_for(reader.read(), 10)
    finally:
        writer.close()


async def test_connections_go_to_each_in_turn_and_past_the_dead() -> None:
    one, two = await answering(b"one"), await answering(b"two")
    server = await Balancer([port_of(one), port_of(two)]).listen(0)
    port = port_of(server)
    assert {await said(port), await said(port)} == {b"one", b"two"}
    one.close()
    await one.wait_closed()
    assert [await said(port) for _turn in range(4)] == [b"two"] * 4
    two.close()
    server.close()


async def _late(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.write(b"late")
    writer.close()


async def test_a_connection_waits_for_a_process_that_comes_back() -> None:
    port = free_port()
    server = await Balancer([port]).listen(0)
    asking: Awaitable[bytes] = asyncio.create_task(said(port_of(server)))
    await asyncio.sleep(0.3)
    late = await asyncio.start_server(_late, "127.0.0.1", port)
    assert await asking == b"late"
    late.close()
    server.close()


async def test_a_kind_answer_when_nobody_comes_back() -> None:
    server = await Balancer([free_port()], patience=0).listen(0)
    assert await said(port_of(server)) == UNAVAILABLE
    server.close()
