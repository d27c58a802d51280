"""Audit of dependencies: `python -m tests.audit`, a step of the gate.

Queries the advisory services for every pinned package of requirements.txt, or a stored copy of the advisories
(`ADVISORY_FILE`: the `all.zip` that osv.dev offers for PyPI, or a folder of its files), so that it works without a
network. With neither, it says that nothing was audited, and passes; `AUDIT_REQUIRED=yes` makes that fail too. A known
vulnerability fails unless `docs/advisories.csv` allows it with a reason and an expiry date.
"""

from __future__ import annotations

import csv
import json
import os
import re
import subprocess
import sys
import zipfile
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from packaging.utils import canonicalize_name
from packaging.version import InvalidVersion, Version

ROOT = Path(__file__).resolve().parent.parent
ALLOWED = ROOT / "docs" / "advisories.csv"
REQUIREMENTS = ROOT / "requirements.txt"
SERVICES = ("pypi", "osv")
TIMEOUT_SECONDS = 120
MAX_AGE_DAYS = 30
_PINNED = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==([^ \\;]+)", re.MULTILINE)

Package = Mapping[str, Any]


def ask(service: str) -> list[dict[str, Any]] | None:
    """Return what a service knows about each package; None if it is unreachable or knows none of them."""
    command = [sys.executable, "-m", "pip_audit", "-r", str(REQUIREMENTS), "--require-hashes", "--disable-pip"]
    command += ["--progress-spinner", "off", "--format", "json", "--timeout", "10", "--vulnerability-service", service]
    try:
        said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=TIMEOUT_SECONDS, check=False)
        packages: list[dict[str, Any]] = json.loads(said.stdout)["dependencies"]
    except (subprocess.TimeoutExpired, ValueError, KeyError):
        return None
    return packages if any("vulns" in package for package in packages) else None


def advisories(stored: Path) -> Iterator[dict[str, Any]]:
    """Yield the advisories of a stored copy: a zip or a folder of JSON files in OSV format."""
    if stored.is_dir():
        for path in sorted(stored.rglob("*.json")):
            yield json.loads(path.read_bytes())
        return
    with zipfile.ZipFile(stored) as archive:
        for name in archive.namelist():
            if name.endswith(".json"):
                yield json.loads(archive.read(name))


def look_up(stored: Path, requirements: str) -> list[dict[str, Any]]:
    """Return what a stored copy knows about each pinned package, in the format of `ask`."""
    pinned = {canonicalize_name(name): version for name, version in _PINNED.findall(requirements)}
    by_package: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for advisory in advisories(stored):
        if "withdrawn" in advisory:
            continue
        for affected in advisory.get("affected", ()):
            about = affected.get("package", {})
            name = canonicalize_name(about.get("name", ""))
            if about.get("ecosystem") == "PyPI" and name in pinned and is_affected(affected, pinned[name]):
                by_package[name].append({"id": advisory["id"], "aliases": advisory.get("aliases", [])})
    return [{"name": name, "version": version, "vulns": by_package[name]} for name, version in pinned.items()]


def is_affected(affected: Mapping[str, Any], version: str) -> bool:
    """Return whether an advisory affects a version: listed, or within one of its ranges."""
    if version in affected.get("versions", ()):
        return True
    ranges = [span["events"] for span in affected.get("ranges", ()) if span.get("type") == "ECOSYSTEM"]
    return any(_within(events, Version(version)) for events in ranges)


def _within(events: Iterable[Mapping[str, str]], version: Version) -> bool:
    """Return whether a version is within a range’s events. A bound that isn’t a version closes nothing."""
    inside = False
    for event in events:
        for kind, said in event.items():
            try:
                bound = Version(said)
            except InvalidVersion:
                inside = inside or kind == "introduced"
                continue
            if kind == "introduced" and version >= bound:
                inside = True
            elif (kind == "fixed" and version >= bound) or (kind == "last_affected" and version > bound):
                inside = False
    return inside


def allowances(lines: Iterable[str], today: date) -> dict[str, str]:
    """Return the reasons by advisory that haven’t expired."""
    rows = csv.DictReader(lines)
    return {row["advisory"]: row["reason"] for row in rows if date.fromisoformat(row["until"]) >= today}


def holes(packages: Iterable[Package]) -> list[tuple[str, str, list[str]]]:
    """Return package with version, the advisory, and all its names."""
    return [
        (f"{package['name']} {package['version']}", hole["id"], [hole["id"], *hole.get("aliases", ())])
        for package in packages
        for hole in package.get("vulns", ())
    ]


def main() -> int:
    """Return 0 if no vulnerability is known, or nobody can be asked and that isn’t required; else 1."""
    packages = next((packages for packages in map(ask, SERVICES) if packages is not None), None) or _from_file()
    if packages is None:
        print("NOT AUDITED: no advisory service can be reached, and ADVISORY_FILE names no stored advisories.")
        return 1 if os.environ.get("AUDIT_REQUIRED") == "yes" else 0
    with ALLOWED.open(encoding="utf-8", newline="") as file:
        allowed = allowances(file, date.today())
    open_ = 0
    for package, advisory, names in holes(packages):
        reason = next((allowed[name] for name in names if name in allowed), "")
        open_ += not reason
        print(f"{package}: {advisory} {f'(allowed: {reason})' if reason else 'is a known hole'}")
    skipped = sum("vulns" not in package for package in packages)
    print(f"{len(packages) - skipped} packages audited, {skipped} unknown to the service, {open_} open holes.")
    return 1 if open_ else 0


def _from_file() -> list[dict[str, Any]] | None:
    """Return what `ADVISORY_FILE` knows; None if it is not set. An old copy is reported as old."""
    named = os.environ.get("ADVISORY_FILE", "").strip()
    if not named:
        return None
    stored = Path(named)
    age = (datetime.now(UTC) - datetime.fromtimestamp(stored.stat().st_mtime, UTC)).days
    old = f" It is {age} days old: fetch it again." if age > MAX_AGE_DAYS else ""
    print(f"No advisory service can be reached; the audit asks the stored advisories.{old}")
    return look_up(stored, REQUIREMENTS.read_text(encoding="utf-8"))


if __name__ == "__main__":
    sys.exit(main())
