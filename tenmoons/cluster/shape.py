"""Which processes the grown-up shape has, on one machine: the ones of deploy/, and a balancer as the reverse proxy."""

from __future__ import annotations

import os
import shlex
import shutil
import socket
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tenmoons.cluster.crew import Crew, Say
from tenmoons.cluster.places import NotPossible, free_port
from tenmoons.cluster.process import Process, Program
from tenmoons.cluster.servers import PostgreSQL, Redis

ROOT = Path(__file__).resolve().parent.parent.parent
HOST = "127.0.0.1"
WEB = ["-m", "uvicorn", "tenmoons.asgi:application", "--host", HOST, "--lifespan", "off", "--log-level", "warning"]
WEB += ["--timeout-graceful-shutdown", "3"]
WORKER = ["-m", "celery", "-A", "tenmoons", "worker", "--concurrency", "2", "--loglevel", "WARNING"]
BEAT = ["-m", "celery", "-A", "tenmoons", "beat", "--loglevel", "WARNING"]


@dataclass(frozen=True, slots=True)
class Ports:
    """Where the site is to be found: one address for everybody, and one of each web process."""

    site: int
    web: tuple[int, ...]

    @classmethod
    def following(cls, site: int, webs: int) -> Ports:
        """The port given and those right after it; free ones where it is 0."""
        if site == 0:
            return cls(free_port(), tuple(free_port() for _ in range(webs)))
        return cls(site, tuple(range(site + 1, site + 1 + webs)))


def listens(port: int) -> bool:
    """Whether somebody takes connections there."""
    try:
        socket.create_connection((HOST, port), timeout=1).close()
    except OSError:
        return False
    return True


class Cluster:
    """PostgreSQL, Redis, web processes, one worker, one beat and the balancer, with their data in a folder."""

    def __init__(
        self, folder: Path, *, ports: Ports, say: Say, durable: bool = True, more: dict[str, str] | None = None
    ) -> None:
        self.folder, self.ports = folder, ports
        self.postgres = PostgreSQL(folder / "postgres", durable=durable)
        self.redis = Redis(folder / "redis", durable=durable)
        self.site = folder / "site"
        self.site.mkdir(parents=True, exist_ok=True)
        metrics = folder / "metrics"
        # What processes of an earlier run counted is not counted again.
        shutil.rmtree(metrics, ignore_errors=True)
        metrics.mkdir()
        own = {
            "DATABASE_URL": self.postgres.url,
            "REDIS_URL": self.redis.url,
            "VAR_DIR": str(self.site),
            "PROMETHEUS_MULTIPROC_DIR": str(metrics),
            "PYTHONUNBUFFERED": "1",
        }
        self.own = own | (more or {})
        self.environment = os.environ | self.own | {"PYTHONPATH": str(ROOT)}
        self.crew = Crew([self.postgres, self.redis, *self._programs()], say)

    @property
    def url(self) -> str:
        """The one address."""
        return f"http://{HOST}:{self.ports.site}"

    @property
    def webs(self) -> list[str]:
        """The address of each web process."""
        return [f"http://{HOST}:{port}" for port in self.ports.web]

    def _programs(self) -> list[Process]:
        webs = [
            self._program(f"web-{at}", [*WEB, "--port", str(port)], port)
            for at, port in enumerate(self.ports.web, start=1)
        ]
        balancer = ["-m", "tenmoons.cluster.balancer", str(self.ports.site), *map(str, self.ports.web)]
        tasks = [self._program("worker", WORKER), self._program("beat", BEAT)]
        return [*webs, *tasks, self._program("proxy", balancer, self.ports.site)]

    def _program(self, name: str, command: Sequence[str], port: int = 0) -> Program:
        return Program(
            name,
            self.site,
            command=[sys.executable, *command],
            environment=self.environment,
            answers=(lambda: listens(port)) if port else None,
        )

    def start(self) -> None:
        """The servers, what they need before the site can use them, the site."""
        for port in (self.ports.site, *self.ports.web):
            if listens(port):
                raise NotPossible(f"Port {port} is taken by another process. Choose others with PORT=…")
        self.crew.start("postgres", "redis")
        self.manage("migrate", "--no-input", "--verbosity", "0")
        self.manage("load_catalogue", "--verbosity", "0")
        if self.environment.get("DEBUG", "").lower() in ("no", "false", "0", "off"):
            self.manage("collectstatic", "--no-input", "--verbosity", "0")
        self._note()
        self.crew.start(*(one.process.name for one in self.crew.members[2:]))

    def manage(self, *command: str) -> str:
        """Run a command of `manage.py` in this site; its output."""
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

    def _note(self) -> None:
        """The addresses for other commands of `manage.py`, readable only for us, because passwords are in them."""
        note = self.folder / "environment"
        note.touch(mode=0o600)
        note.write_text("".join(f"export {name}={shlex.quote(value)}\n" for name, value in sorted(self.own.items())))
