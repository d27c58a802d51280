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

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
CODE = ["accounts", "cards", "common", "decks", "drafts", "game", "live", "matches", "tenmoons", "tests", "manage.py"]
# What `check --deploy` looks at: a site as an operator would run it, on nothing that is kept.
DEPLOYED = {
    "DEBUG": "no",
    "SECRET_KEY": "only-for-checking-" + "0123456789abcdefghijklmnopqrstuvwxyzABCDEF",
    "ALLOWED_HOSTS": "moons.example",
    "SITE_URL": "https://moons.example",
}
# Takes as long as all that comes before it, and so is begun with the first.
BESIDE = "types"

Step = tuple[str, list[str], dict[str, str]]


def steps(folder: str) -> list[Step]:
    """Name, command and extra environment of every check, cheapest first."""
    python, manage = sys.executable, [sys.executable, "manage.py"]
    schema = str(Path(folder) / "schema.yml")
    return [
        ("format", [python, "-m", "tests.tidy", "format"], {}),
        ("lint", [python, "-m", "tests.tidy", "lint"], {}),
        ("import contracts", [str(BIN / "lint-imports")], {}),
        ("migrations", [*manage, "makemigrations", "--check", "--dry-run"], {}),
        ("updates", [python, "-m", "tests.migrations"], {}),
        ("deployment", [*manage, "check", "--deploy", "--fail-level", "WARNING"], DEPLOYED),
        ("API description", [*manage, "spectacular", "--validate", "--fail-on-warn", "--file", schema], {}),
        ("dependencies", [python, "-m", "tests.audit"], {}),
        ("types", [python, "-m", "mypy", *CODE], {}),
        ("tests", [python, "-m", "pytest", "-n", "2", "--dist", "loadgroup"], {}),
        ("tests on PostgreSQL and Redis", [python, "-m", "tests.both", "-n", "2", "--dist", "loadgroup"], {}),
    ]


def main(wanted: list[str]) -> int:
    """Run the checks wanted (all, if none is named), even after one has failed; 0 when all passed."""
    failed: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        # Nothing of the gate touches what is kept in var/.
        base = os.environ | {"VAR_DIR": folder}
        chosen = [step for step in steps(folder) if not wanted or step[0] in wanted]
        with (Path(folder) / "beside").open("w+") as said:
            beside = [subprocess.Popen(one[1], cwd=ROOT, env=base, stdout=said) for one in chosen if one[0] == BESIDE]
            for name, command, extra in chosen:
                print(f"── {name}", flush=True)
                start = time.monotonic()
                if name == BESIDE:
                    code = beside[0].wait()
                    print((Path(folder) / "beside").read_text(encoding="utf-8"), end="", flush=True)
                else:
                    code = subprocess.run(command, cwd=ROOT, env=base | extra, check=False).returncode
                print(f"   {'passed' if code == 0 else 'FAILED'} after {time.monotonic() - start:.0f} s", flush=True)
                if code:
                    failed.append(name)
    print(f"Failed: {', '.join(failed)}" if failed else "Everything passed.", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
