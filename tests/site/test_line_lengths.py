"""No line of a template, a style sheet, a script or a module is too long to read; the formatters aim at 120 columns."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDERS = ("templates", "static/css", "static/js")
PACKAGES = (
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
)
MAX_COLUMNS = 160


def sources() -> list[Path]:
    """Every file that people write; migrations are made by Django."""
    written = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.is_file()]
    modules = [path for folder in PACKAGES for path in (ROOT / folder).rglob("*.py") if "migrations" not in path.parts]
    return written + modules


def test_no_line_is_longer_than_a_screen() -> None:
    long = [
        f"{path.relative_to(ROOT)}:{number}: {len(line)} columns"
        for path in sources()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if len(line) > MAX_COLUMNS
    ]
    assert not long, "\n".join(long)
