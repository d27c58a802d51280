"""A site of its own on loopback for measuring and crashing: `manage.py serve` on a database in a folder."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import suppress
from pathlib import Path
from typing import Any

# On a busy machine, compressing styles and scripts alone takes a minute.
START_SECONDS = 240.0
ROOT = Path(__file__).resolve().parents[2]


def used_by_children() -> float:
    """Return the seconds of processor so far of all processes that this one started and that still run."""
    used, parents = dict[int, float](), dict[int, int]()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = stat.read_text().rsplit(")", 1)[1].split()
            used[int(stat.parent.name)] = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
            parents[int(stat.parent.name)] = int(fields[1])
    ours = {os.getpid()}
    while more := {child for child, parent in parents.items() if parent in ours} - ours:
        ours |= more
    return sum(used[child] for child in ours - {os.getpid()})


class Site:
    """Starts, is killed, starts again on the same database and port."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = folder / "serve.log"
        self.database = folder / "drafts.sqlite3"
        database = os.environ.get("LOAD_DATABASE_URL", f"sqlite:///{self.database}")
        rates = {"API_RATE_ANONYMOUS": "9000000/min", "API_RATE_MEMBER": "9000000/min"}
        rates["SECONDS_PER_ADDRESS"] = "9000000"
        self.environment = (
            os.environ | rates | {"VAR_DIR": str(folder), "DATABASE_URL": database, "COOKIE_MARK": "load"}
        )
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Serve, and wait until it responds."""
        with self.log.open("ab") as log:
            command = [sys.executable, "manage.py", "serve", "--port", str(self.port)]
            self.process = subprocess.Popen(command, cwd=ROOT, env=self.environment, stdout=log, stderr=log)
        until = time.monotonic() + START_SECONDS
        while time.monotonic() < until and self.process.poll() is None:
            try:
                with urllib.request.urlopen(f"{self.url}/healthz", timeout=2):
                    return
            except OSError:
                time.sleep(0.1)
        self.kill()
        raise RuntimeError(self.log.read_text())

    def open_tables(self, count: int, players: int, flow: str = "together", *house: int) -> list[dict[str, Any]]:
        """Create running tables, with the secrets of their seats; `house` is packet and rounds of a practice."""
        command = [sys.executable, "-m", "benchmarks.drafts.tables", str(count), str(players), flow, *map(str, house)]
        run = subprocess.run(command, cwd=ROOT, env=self.environment, capture_output=True, check=True)
        body: list[dict[str, Any]] = json.loads(run.stdout)
        return body

    def recorded_picks(self) -> list[tuple[str, int, int, int, str]]:
        """Every pick in the database: key, seat, round, number, card."""
        command = [sys.executable, "-m", "benchmarks.drafts.recorded_picks"]
        run = subprocess.run(command, cwd=ROOT, env=self.environment, capture_output=True, check=True)
        return [(row[0], row[1], row[2], row[3], row[4]) for row in json.loads(run.stdout)]

    def kill(self) -> None:
        """Kill it, by its own process id."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
        if self.process is not None:
            self.process.wait()

    def used(self) -> tuple[float, float]:
        """Return processor seconds so far, and megabytes of memory."""
        assert self.process is not None
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK"), pages * os.sysconf("SC_PAGE_SIZE") / 1e6
