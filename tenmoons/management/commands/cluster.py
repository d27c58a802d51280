"""Run the grown-up shape on this machine: PostgreSQL, Redis, two web processes, one worker, one beat."""

from __future__ import annotations

import fcntl
import signal
import threading
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from tenmoons import environment as env
from tenmoons.cluster.places import NotPossible, kept_in
from tenmoons.cluster.shape import Cluster, Ports

_say = threading.Lock()


class Command(BaseCommand):
    """`manage.py cluster [--port 8000] [--web 2]`: until Ctrl-C, which ends all of it."""

    help = "Run the site as several processes on real PostgreSQL and Redis (of the development wheels)."
    requires_system_checks = []  # it only starts others, which check themselves

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the address and the number of web processes."""
        parser.add_argument("--port", type=int, default=8000, help="the site; the web processes take the next ports")
        parser.add_argument("--web", type=int, default=2, choices=range(1, 9), metavar="N", help="web processes")

    def handle(self, *args: Any, **options: Any) -> None:
        """Start all, look after them, end all."""
        ended = threading.Event()
        for one in (signal.SIGINT, signal.SIGTERM):
            signal.signal(one, lambda *_: ended.set())
        try:
            folder = kept_in(Path(env.text("CLUSTER_DIR", str(settings.VAR_DIR / "cluster"))))
            folder.mkdir(parents=True, exist_ok=True)
            with (folder / "lock").open("w") as lock:
                self._alone(lock.fileno(), folder)
                cluster = Cluster(folder, ports=Ports.following(options["port"], options["web"]), say=self._write)
                try:
                    cluster.start()
                    self._greet(cluster)
                    while not ended.wait(0.2):
                        cluster.crew.tend()
                finally:
                    cluster.crew.end()
                    self._write("cluster  | all processes have ended")
        except NotPossible as error:
            raise CommandError(str(error)) from None

    def _alone(self, lock: int, folder: Path) -> None:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise CommandError(f"A cluster runs in {folder} already.") from None

    def _greet(self, cluster: Cluster) -> None:
        self._write(f"cluster  | Ten Moons is at {cluster.url}/ (its web processes: {', '.join(cluster.webs)})")
        self._write(f"cluster  | data in {cluster.folder}; `. {cluster.folder}/environment` lets manage.py use it")

    def _write(self, line: str) -> None:
        with _say:
            self.stdout.write(line)
            self.stdout.flush()
