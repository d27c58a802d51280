"""Compare the key pages with their kept pictures: `python -m tests.pictures`; `--accept` keeps the current ones.

`--sheet FOLDER` compares nothing: it photographs them at every width, by day and by night, onto one sheet.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def main(wanted: list[str]) -> int:
    """Take and compare the pictures."""
    match wanted:
        case []:
            return _run("tests/browser/test_pictures.py", {})
        case ["--accept"]:
            return _run("tests/browser/test_pictures.py", {"TENMOONS_ACCEPT": "yes"})
        case ["--sheet", name]:
            folder = Path(name).resolve()
            folder.mkdir(parents=True, exist_ok=True)
            return _run(
                "tests/browser/contact_sheets.py::test_sheet_of_every_width", {"TENMOONS_PICTURES": str(folder)}
            )
    print("python -m tests.pictures [--accept | --sheet FOLDER]", file=sys.stderr)
    return 2


def _run(tests: str, told: dict[str, str]) -> int:
    command = [sys.executable, "-m", "pytest", tests, "-q", "-rs"]
    return subprocess.run(command, cwd=ROOT, env=os.environ | told, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
