"""What a start of the site spends: processor seconds and time until `/readyz` answers 200, and until the first pages.

`python -m benchmarks.site_start [--runs 3] [--bytecode no]`. Starts `manage.py serve` and a web process on
loopback, over data that is there already, as a restart finds it. With `--bytecode no` no compiled modules are
written: where the checkout has none either, every start compiles the site's own.
"""

from __future__ import annotations

import argparse
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

# First task: run this on a Raspberry Pi or another small machine, and add the results to docs/performance.md.
ROOT = Path(__file__).resolve().parent.parent
DEADLINE_SECONDS = 180
PAGES = ("/", "/cards/", "/decks/check/", "/drafts/")


def main() -> None:
    """Start each setup several times, print the medians."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--bytecode", choices=("yes", "no"), default="yes")
    said = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        environment = _environment(Path(folder), bytecode=said.bytecode == "yes")
        _measure("serve", environment)  # the first start creates the data
        sys.stdout.write("shape: processor until ready, time until ready, processor of the first pages (s, medians)\n")
        for shape in ("serve", "web"):
            runs = [_measure(shape, environment) for _run in range(said.runs)]
            middle = [statistics.median(column) for column in zip(*runs, strict=True)]
            sys.stdout.write(f"{shape}: " + ", ".join(f"{seconds:.2f}" for seconds in middle) + "\n")


def _environment(folder: Path, *, bytecode: bool) -> dict[str, str]:
    left_out = ("PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX", "DATABASE_URL", "REDIS_URL")
    environment = {name: value for name, value in os.environ.items() if name not in left_out}
    environment |= {"VAR_DIR": str(folder / "var"), "LOG_LEVEL": "ERROR"}
    environment |= {"PYTHONPYCACHEPREFIX": str(folder / "pyc")} if bytecode else {"PYTHONDONTWRITEBYTECODE": "1"}
    return environment


def _measure(shape: str, environment: dict[str, str]) -> tuple[float, float, float]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "manage.py", "serve", "--port", str(port)]
    if shape == "web":
        command = [sys.executable, "-m", "tenmoons.web", "--port", str(port), "--log-level", "error"]
    began = time.monotonic()
    process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL)
    try:
        _wait(process, f"http://127.0.0.1:{port}/readyz")
        took, spent = time.monotonic() - began, _processor(process)
        for path in PAGES:
            urllib.request.urlopen(f"http://127.0.0.1:{port}{path}").read()
        return spent, took, _processor(process) - spent
    finally:
        process.terminate()
        process.wait()


def _wait(process: subprocess.Popen[bytes], url: str) -> None:
    end = time.monotonic() + DEADLINE_SECONDS
    while time.monotonic() < end and process.poll() is None:
        try:
            urllib.request.urlopen(url).read()
            return
        except (urllib.error.URLError, ConnectionError):
            time.sleep(0.05)
    sys.exit(f"The site did not start: exit status {process.poll()}")


def _processor(process: subprocess.Popen[bytes]) -> float:
    """Return processor seconds of a running process."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    main()
