"""Take the pictures of docs/pictures anew, from the same walks that test the site: `make screenshots`."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "pictures"


def main() -> int:
    """Walk through the jobs and keep what is seen."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "pytest", "tests/browser/test_jobs.py", "-q"]
    return subprocess.run(
        command, cwd=ROOT, env=os.environ | {"TENMOONS_PICTURES": str(PICTURES)}, check=False
    ).returncode


if __name__ == "__main__":
    sys.exit(main())
