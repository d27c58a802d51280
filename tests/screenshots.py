"""Take the pictures of docs/pictures again, from the same walks that test the site: `make screenshots`."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests import picture_sheet

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "pictures"


def main() -> int:
    """Walk through the jobs and the key pages, and keep the pictures."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    picture_sheet.main()
    journeys = "tests/browser/journeys"
    walks = [f"{journeys}/{name}.py" for name in ("test_jobs", "test_thumb", "test_saturday")]
    sheets = "tests/browser/contact_sheets.py"
    walks += [f"{sheets}::test_contact_sheets", f"{sheets}::test_sheet_of_boards", f"{journeys}/moving_picture.py"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *walks, "-q"],
        cwd=ROOT,
        env=os.environ | {"TENMOONS_PICTURES": str(PICTURES), "THOROUGH": "yes"},  # the desk walks are thorough
        check=False,
    )
    _keep_what_is_shown()
    return done.returncode


def _keep_what_is_shown() -> None:
    """Remove pictures that the walks took on their way and no document shows."""
    documents = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    text = "".join(document.read_text(encoding="utf-8") for document in documents)
    for picture in PICTURES.iterdir():
        if f"pictures/{picture.name})" not in text:
            picture.unlink()


if __name__ == "__main__":
    sys.exit(main())
