"""The supervisor of the fault tests, with processes that cost nothing."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.faults.supervisor import Supervisor
from tests.servers.binaries import NotPossible
from tests.servers.process import Program

SLEEPER = "import time; print('awake', flush=True); time.sleep(600)"


def program(folder: Path, name: str, script: str = SLEEPER, answers: Callable[[], bool] | None = None) -> Program:
    command = [sys.executable, "-c", script]
    return Program(name, folder, command=command, environment=dict(os.environ), answers=answers)


def soon(true: Callable[[], object], supervisor: Supervisor | None = None) -> None:
    until = time.monotonic() + 20
    while not true():
        assert time.monotonic() < until
        if supervisor is not None:
            supervisor.tend()
        time.sleep(0.02)


def test_who_ends_unasked_is_started_again_and_all_end_when_told(tmp_path: Path) -> None:
    said: list[str] = []
    supervisor = Supervisor([program(tmp_path, name) for name in ("one", "two", "three")], said.append)
    supervisor.start()
    soon(lambda: "three    | awake" in said)
    first = supervisor["three"].process.process
    assert first is not None
    first.kill()
    soon(lambda: supervisor["three"].starts == 2 and supervisor["three"].process.alive, supervisor)
    assert "three    | ended (by signal SIGKILL); it is started again" in said
    supervisor.end()
    assert not any(member.process.alive for member in supervisor.members)
    supervisor.tend()
    assert not any(member.process.alive for member in supervisor.members)


def test_who_is_held_stays_away_until_let_go(tmp_path: Path) -> None:
    supervisor = Supervisor([program(tmp_path, "one")], lambda line: None)
    supervisor.start()
    supervisor["one"].held = True
    supervisor["one"].process.kill()
    supervisor.tend()
    assert not supervisor["one"].process.alive
    supervisor["one"].held = False
    soon(lambda: supervisor["one"].process.alive, supervisor)
    supervisor.end()


def test_who_does_not_come_up_is_named_with_what_it_said(tmp_path: Path) -> None:
    with pytest.raises(NotPossible, match=r"one did not start\. No moon"):
        program(tmp_path, "one", "raise SystemExit('No moon')", lambda: False).start()


def test_children_of_a_killed_process_do_not_outlive_it(tmp_path: Path) -> None:
    script = "import subprocess, sys, time; print(subprocess.Popen(['sleep', '600']).pid, flush=True); time.sleep(600)"
    started = program(tmp_path, "one", script).start()
    soon(lambda: started.log.read_text().strip())
    child = int(started.log.read_text())
    started.kill()
    soon(lambda: not Path(f"/proc/{child}").exists() or "Z" in Path(f"/proc/{child}/stat").read_text().split()[2])
