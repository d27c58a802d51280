"""Compare the key pages with their kept pictures; `--accept` keeps what is seen now: `python -m tests.pictures`."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def main(wanted: list[str]) -> int:
    """Look at them."""
    if wanted not in ([], ["--accept"]):
        print("python -m tests.pictures [--accept]", file=sys.stderr)
        return 2
    command = [sys.executable, "-m", "pytest", "tests/browser/test_pictures.py", "-q", "-rs"]
    accept = {"TENMOONS_ACCEPT": "yes"} if wanted else {}
    return subprocess.run(command, cwd=ROOT, env=os.environ | accept, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
