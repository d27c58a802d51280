"""The one gate: every check of the project, by hand and in CI alike.

`make test` runs all of it; `python -m tests.gate types tests` only the named checks.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from tests import statements
from tests.both import AHEAD
from tests.packages import PACKAGES

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
CODE = [*PACKAGES, "benchmarks", "tests", "manage.py"]
# What `check --deploy` checks: a site as an operator would run it, on temporary data.
DEPLOYED = {
    "DEBUG": "no",
    "SECRET_KEY": "only-for-checking-" + "0123456789abcdefghijklmnopqrstuvwxyzABCDEF",
    "ALLOWED_HOSTS": "moons.example",
    "SITE_URL": "https://moons.example",
}
# Checks that need one processor for long, or wait for the network, start with the first check and are awaited at their
# turn.
BESIDE = ("types", "dependencies", "the release before")
# Browsers reach the site over a stalling connection; every state of every page is checked without that.
SLOW_LINE = {"SLOW_LINE": "yes", "THOROUGH": "no"}
ON_SERVERS = "tests on PostgreSQL and Redis"

# Writing mypy's cache takes a sixth of its time, and a fresh checkout never reads it again.
NO_CACHE = [f"--cache-dir={os.devnull}"] if os.environ.get("CI") else []

Step = tuple[str, list[str], dict[str, str]]


def steps(folder: str) -> list[Step]:
    """Return name, command and extra environment of every check, in the order of the report."""
    python, manage = sys.executable, [sys.executable, "manage.py"]
    schema = str(Path(folder) / "schema.yml")
    # Many tests wait for a browser or another process, so there is one worker more than there are processors.
    parallel = ["-n", str((os.cpu_count() or 1) + 1), "--dist", "loadgroup"]
    slow_line = []
    if os.environ.get("THOROUGH") == "yes":  # in another order each time; the seed repeats it
        slow_line = [("browsers on a slow line", [python, "-m", "pytest", *parallel, "tests/browser"], SLOW_LINE)]
        parallel += ["-p", "randomly", f"--randomly-seed={int(time.time())}"]
    return [
        ("format", [python, "-m", "tests.tidy", "format"], {}),
        ("lint", [python, "-m", "tests.tidy", "lint"], {}),
        ("import contracts", [str(BIN / "lint-imports")], {}),
        ("migrations", [python, "-m", "tests.migrations"], {}),
        ("deployment", [*manage, "check", "--deploy", "--fail-level", "WARNING"], DEPLOYED),
        ("API description", [*manage, "spectacular", "--validate", "--fail-on-warn", "--file", schema], {}),
        ("tests", [python, "-m", "pytest", *parallel], {}),
        ("the release before", [python, "-m", "tests.updates"], {}),
        ("types", [python, "-m", "mypy", *NO_CACHE, *CODE], {}),
        ("dependencies", [python, "-m", "tests.audit"], {}),
        (ON_SERVERS, [python, "-m", "tests.both", *parallel], {}),
        *slow_line,
    ]


def started(step: Step, stack: ExitStack, folder: Path, base: dict[str, str]) -> subprocess.Popen[bytes]:
    """Start a check beside the others; its output goes into a file with its name."""
    name, command, extra = step
    said = stack.enter_context((folder / name).open("w"))
    return subprocess.Popen(command, cwd=ROOT, env=base | extra, stdout=said, stderr=subprocess.STDOUT)


def servers_ahead(stack: ExitStack, folder: Path, base: dict[str, str]) -> None:
    """Start PostgreSQL and Redis while other checks run, so that their tests need not wait; they end with the stack."""
    command = [sys.executable, "-m", "tests.both", "--ahead", base[AHEAD]]
    said = stack.enter_context((folder / "servers").open("w"))
    servers = subprocess.Popen(command, cwd=ROOT, env=base, stdin=subprocess.PIPE, stdout=said, stderr=said)
    stack.callback(servers.wait, 30)
    if servers.stdin is not None:
        stack.callback(servers.stdin.close)


def idled() -> float:
    """Return for how many seconds all processors together were idle since the machine started; 0 if unknown."""
    told = Path("/proc/stat")
    return int(told.read_text().split()[4]) / os.sysconf("SC_CLK_TCK") if told.exists() else 0.0


class Taken:
    """Measures a check from now on: its time, and the idle time of the processors meanwhile."""

    def __init__(self) -> None:
        self.began, self.idled = time.monotonic(), idled()

    def __str__(self) -> str:
        seconds = max(time.monotonic() - self.began, 0.01)
        return f"{seconds:.0f} s ({(idled() - self.idled) / seconds / (os.cpu_count() or 1):.0%} idle)"


MAKE_DATABASE = "import django; django.setup(); from tests.ready_database import make_file; make_file()"


def made_ahead(stack: ExitStack, folder: Path, base: dict[str, str]) -> subprocess.Popen[bytes] | None:
    """In a fresh checkout, let pytest compile the modules of the tests once, and create the tests' database beside.

    Otherwise each worker would compile them, and all would wait for the database. Returns None if that was done before;
    errors in a module are reported by the tests themselves.
    """
    if any((ROOT / "tests" / "__pycache__").glob("conftest*pytest*")):
        return None
    command, extra = [sys.executable, "-c", MAKE_DATABASE], {"DJANGO_SETTINGS_MODULE": "tests.settings"}
    stack.callback(started(("database", command, extra), stack, folder, base).wait)
    return started(
        ("modules of tests", [sys.executable, "-m", "pytest", "--collect-only", "-qq"], {}), stack, folder, base
    )


def main(wanted: list[str]) -> int:
    """Run the wanted checks (all, if none is named), even after one has failed; return 0 when all passed."""
    failed: list[str] = []
    whole = Taken()
    with tempfile.TemporaryDirectory() as folder:
        # The gate touches nothing that is kept in var/.
        base = os.environ | {"VAR_DIR": folder, statements.FOLDER: str(Path(folder) / "statements")}
        base[AHEAD] = str(Path(folder) / "servers.json")
        # Some thirty processes are started; each would compile every module again.
        base.pop("PYTHONDONTWRITEBYTECODE", None)
        chosen = [step for step in steps(folder) if not wanted or step[0] in wanted]
        with ExitStack() as stack:
            names = {step[0] for step in chosen}
            compiling = made_ahead(stack, Path(folder), base) if "tests" in names else None
            beside = {step[0]: started(step, stack, Path(folder), base) for step in chosen if step[0] in BESIDE}
            if {"tests", ON_SERVERS} <= names:
                servers_ahead(stack, Path(folder), base)
            for name, command, extra in chosen:
                seed = "".join(f" ({word})" for word in command if "seed" in word)
                print(f"── {name}{seed}", flush=True)
                taken = Taken()
                if name in beside:
                    code = beside[name].wait()
                    print((Path(folder) / name).read_text(encoding="utf-8"), end="", flush=True)
                else:
                    if name == "tests" and compiling is not None:
                        compiling.wait()
                    code = subprocess.run(command, cwd=ROOT, env=base | extra, check=False).returncode
                print(f"   {'passed' if code == 0 else 'FAILED'} after {taken}", flush=True)
                if code:
                    failed.append(name)
    result = f"Failed: {', '.join(failed)}" if failed else "Everything passed."
    print(f"{result} {whole} in all.", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
