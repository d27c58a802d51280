"""A cluster for the fault tests: PostgreSQL, Redis, two web processes, one worker, one beat, any may be killed.

The processes are those of `deploy/Procfile` without the proxy: its clients try the next web process by themselves.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.faults.supervisor import Say, Supervisor
from tests.servers.binaries import NotPossible, free_port
from tests.servers.process import Process, Program, listens
from tests.servers.wheels import PostgreSQL, Redis

ROOT = Path(__file__).resolve().parent.parent.parent
HOST = "127.0.0.1"
WEB_PROCESSES = 2
WEB = ["-m", "tenmoons.web", "--host", HOST, "--log-level", "warning", "--timeout-graceful-shutdown", "3"]
WORKER = ["-m", "celery", "-A", "tenmoons", "worker", "--concurrency", "2", "--loglevel", "WARNING"]
BEAT = ["-m", "tenmoons.beat"]


class Cluster:
    """All processes, with their data in a folder."""

    def __init__(self, folder: Path, *, say: Say, durable: bool = True, more: dict[str, str] | None = None) -> None:
        self.folder = folder
        self.ports = tuple(free_port() for _ in range(WEB_PROCESSES))
        self.postgres = PostgreSQL(folder / "postgres", durable=durable)
        self.redis = Redis(folder / "redis", durable=durable)
        self.site = folder / "site"
        self.site.mkdir(parents=True, exist_ok=True)
        metrics = folder / "metrics"
        shutil.rmtree(metrics, ignore_errors=True)
        metrics.mkdir()
        own = {
            "DATABASE_URL": self.postgres.url,
            "REDIS_URL": self.redis.url,
            "VAR_DIR": str(self.site),
            "HTTPS": "no",
            "PROMETHEUS_MULTIPROC_DIR": str(metrics),
            "PYTHONUNBUFFERED": "1",
            "PYTHONPATH": str(ROOT),
        }
        self.environment = os.environ | own | (more or {})
        self.supervisor = Supervisor([self.postgres, self.redis, *self._programs()], say)

    @property
    def webs(self) -> list[str]:
        """Return the address of each web process."""
        return [f"http://{HOST}:{port}" for port in self.ports]

    def _programs(self) -> list[Process]:
        webs = [
            self._program(f"web-{at}", [*WEB, "--port", str(port)], port) for at, port in enumerate(self.ports, start=1)
        ]
        return [*webs, self._program("worker", WORKER), self._program("beat", BEAT)]

    def _program(self, name: str, command: Sequence[str], port: int = 0) -> Program:
        return Program(
            name,
            self.site,
            command=[sys.executable, *command],
            environment=self.environment,
            answers=(lambda: listens(port)) if port else None,
        )

    def start(self) -> None:
        """Start the servers, prepare the site, and start it."""
        self.supervisor.start("postgres", "redis")
        self.manage("prepare")
        self.supervisor.start(*(member.process.name for member in self.supervisor.members[2:]))

    def manage(self, *command: str) -> str:
        """Run a command of `manage.py` on this site; return its output."""
        run = subprocess.run(
            [sys.executable, str(ROOT / "manage.py"), *command],
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )
        if run.returncode:
            raise NotPossible(f"manage.py {' '.join(command)} failed.\n{run.stdout}{run.stderr}")
        return run.stdout
