"""Known holes in what the site is built on: `python -m tests.audit`, a step of the gate.

Asks the advisory services for every pinned package of requirements.txt. Without a way to them it says so in one line
and passes: the gate needs no network. A known hole fails unless `docs/advisories.csv` allows it with a reason and a day
until which that holds.
"""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from collections.abc import Iterable, Mapping
from datetime import date
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
ALLOWED = ROOT / "docs" / "advisories.csv"
SERVICES = ("pypi", "osv")
PATIENCE = 120


def ask(service: str) -> list[dict[str, Any]] | None:
    """What a service knows of each package; None when it cannot be reached or knows none of them."""
    command = [sys.executable, "-m", "pip_audit", "-r", "requirements.txt", "--require-hashes", "--disable-pip"]
    command += ["--progress-spinner", "off", "--format", "json", "--timeout", "10", "--vulnerability-service", service]
    try:
        said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, check=False)
        packages: list[dict[str, Any]] = json.loads(said.stdout)["dependencies"]
    except (subprocess.TimeoutExpired, ValueError, KeyError):
        return None
    return packages if any("vulns" in one for one in packages) else None


def allowances(lines: Iterable[str], today: date) -> dict[str, str]:
    """The reasons by advisory that still hold."""
    rows = csv.DictReader(lines)
    return {row["advisory"]: row["reason"] for row in rows if date.fromisoformat(row["until"]) >= today}


def holes(packages: Iterable[Mapping[str, Any]]) -> list[tuple[str, str, list[str]]]:
    """Package with version, the advisory, and all its names."""
    return [
        (f"{one['name']} {one['version']}", hole["id"], [hole["id"], *hole.get("aliases", ())])
        for one in packages
        for hole in one.get("vulns", ())
    ]


def main() -> int:
    """0 when nothing is known against anything, or nobody can be asked."""
    packages = next((found for found in map(ask, SERVICES) if found is not None), None)
    if packages is None:
        print("No advisory service can be reached from here; nothing was audited.")
        return 0
    with ALLOWED.open(encoding="utf-8", newline="") as file:
        allowed = allowances(file, date.today())
    open_ = 0
    for package, advisory, names in holes(packages):
        reason = next((allowed[name] for name in names if name in allowed), "")
        open_ += not reason
        print(f"{package}: {advisory} {f'(allowed: {reason})' if reason else 'is a known hole'}")
    skipped = sum("vulns" not in one for one in packages)
    print(f"{len(packages) - skipped} packages audited, {skipped} unknown to the service, {open_} open holes.")
    return 1 if open_ else 0


if __name__ == "__main__":
    sys.exit(main())
