"""Sites for benchmarks: the embedded default, and the large setup on this machine. Run as a script: a version."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from benchmarks.drafts.site import ROOT, Site
from tests.faults.cluster import Cluster as Processes

EXTRA = {
    "DJANGO_SETTINGS_MODULE": "benchmarks.hello",
    "LOG_LEVEL": "WARNING",
    "COOKIE_MARK": "load",
    "API_RATE_ANONYMOUS": "9000000/min",
    "API_RATE_MEMBER": "9000000/min",
    "SECONDS_PER_ADDRESS": "9000000",
}


class One:
    """One process with everything inside."""

    def __init__(self, folder: Path) -> None:
        os.environ.update(EXTRA)
        self.site = Site(folder)
        self.environment: dict[str, str] = self.site.environment
        self.urls = [self.site.url]

    def __enter__(self) -> Self:
        self.site.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.site.kill()

    def used(self) -> tuple[float, float]:
        """Return processor seconds of all web processes so far, and megabytes."""
        return self.site.used()

    def run(self, module: str, *words: object) -> Any:
        """Run a script in the site’s environment; return its JSON output."""
        return _run(self.environment, module, *words)


def _run(environment: dict[str, str], module: str, *words: object) -> Any:
    command = [sys.executable, "-m", module, *map(str, words)]
    run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, check=False)
    if run.returncode:
        raise RuntimeError(run.stderr.decode())
    return json.loads(run.stdout)


class Cluster:
    """PostgreSQL, Redis, two web processes, a worker and a beat; requests go to the web processes, as from a proxy."""

    def __init__(self, folder: Path) -> None:
        os.environ.update(EXTRA)
        counts = folder / "counts"
        counts.mkdir()
        more = {"PROMETHEUS_MULTIPROC_DIR": str(counts)}
        self.cluster = Processes(folder, say=lambda line: None, more=more)
        self.environment: dict[str, str] = self.cluster.environment
        self.urls = self.cluster.webs

    def __enter__(self) -> Self:
        self.cluster.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.cluster.supervisor.end()

    def used(self) -> tuple[float, float]:
        """Return processor seconds of the two web processes so far, and megabytes."""
        running = {member.process.name: member.process.process for member in self.cluster.supervisor.members}
        usages = [
            _used(process.pid) for name, process in running.items() if process is not None and name.startswith("web")
        ]
        return sum(used[0] for used in usages), sum(used[1] for used in usages)

    def run(self, module: str, *words: object) -> Any:
        """Run a script like that of one process."""
        return _run(self.environment, module, *words)


def _used(pid: int) -> tuple[float, float]:
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK"), pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def main() -> None:
    """Print the version of the newest event."""
    import django

    django.setup()
    from matches.models import Event

    sys.stdout.write(str(Event.objects.order_by("-pk").values_list("version", flat=True)[0]))


if __name__ == "__main__":
    main()
