"""The one gate: every check of the project, by hand and in CI alike.

`make test` runs all of it; `python -m tests.gate types tests` only the checks that are named.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests import statements

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
CODE = [
    "accounts",
    "benchmarks",
    "cards",
    "common",
    "decks",
    "drafts",
    "game",
    "live",
    "matches",
    "tenmoons",
    "tests",
    "manage.py",
]
# What `check --deploy` looks at: a site as an operator would run it, on nothing that is kept.
DEPLOYED = {
    "DEBUG": "no",
    "SECRET_KEY": "only-for-checking-" + "0123456789abcdefghijklmnopqrstuvwxyzABCDEF",
    "ALLOWED_HOSTS": "moons.example",
    "SITE_URL": "https://moons.example",
}
# Takes long and one processor, and so is begun with the first check and awaited after the tests.
BESIDE = "types"

Step = tuple[str, list[str], dict[str, str]]


def steps(folder: str) -> list[Step]:
    """Name, command and extra environment of every check, in the order in which they are told."""
    python, manage = sys.executable, [sys.executable, "manage.py"]
    schema = str(Path(folder) / "schema.yml")
    # Many tests wait for a browser or another process, so there is one worker more than there are processors.
    parallel = ["-n", str((os.cpu_count() or 1) + 1), "--dist", "loadgroup"]
    if os.environ.get("THOROUGH") == "yes":  # in another order each time; the seed repeats it
        parallel += ["-p", "randomly", f"--randomly-seed={int(time.time())}"]
    return [
        ("format", [python, "-m", "tests.tidy", "format"], {}),
        ("lint", [python, "-m", "tests.tidy", "lint"], {}),
        ("import contracts", [str(BIN / "lint-imports")], {}),
        ("migrations", [*manage, "makemigrations", "--check", "--dry-run"], {}),
        ("updates", [python, "-m", "tests.migrations"], {}),
        ("deployment", [*manage, "check", "--deploy", "--fail-level", "WARNING"], DEPLOYED),
        ("API description", [*manage, "spectacular", "--validate", "--fail-on-warn", "--file", schema], {}),
        ("dependencies", [python, "-m", "tests.audit"], {}),
        ("tests", [python, "-m", "pytest", *parallel], {}),
        ("types", [python, "-m", "mypy", *CODE], {}),
        ("tests on PostgreSQL and Redis", [python, "-m", "tests.both", *parallel], {}),
    ]


def main(wanted: list[str]) -> int:
    """Run the checks wanted (all, if none is named), even after one has failed; 0 when all passed."""
    failed: list[str] = []
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        # Nothing of the gate touches what is kept in var/.
        base = os.environ | {"VAR_DIR": folder, statements.FOLDER: str(Path(folder) / "statements")}
        # Some thirty processes are started; each would compile every module again.
        base.pop("PYTHONDONTWRITEBYTECODE", None)
        chosen = [step for step in steps(folder) if not wanted or step[0] in wanted]
        with (Path(folder) / "beside").open("w+") as said:
            beside = [subprocess.Popen(one[1], cwd=ROOT, env=base, stdout=said) for one in chosen if one[0] == BESIDE]
            for name, command, extra in chosen:
                seed = "".join(f" ({word})" for word in command if "seed" in word)
                print(f"── {name}{seed}", flush=True)
                start = time.monotonic()
                if name == BESIDE:
                    code = beside[0].wait()
                    print((Path(folder) / "beside").read_text(encoding="utf-8"), end="", flush=True)
                else:
                    code = subprocess.run(command, cwd=ROOT, env=base | extra, check=False).returncode
                print(f"   {'passed' if code == 0 else 'FAILED'} after {time.monotonic() - start:.0f} s", flush=True)
                if code:
                    failed.append(name)
    result = f"Failed: {', '.join(failed)}" if failed else "Everything passed."
    print(f"{result} {time.monotonic() - begun:.0f} s in all.", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
