"""No line of a template, a style sheet, a script or a module is too long to read, no folder of templates too full."""

from __future__ import annotations

from pathlib import Path

from tests.packages import PACKAGES

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDERS = ("templates", "static/css", "static/js")
CODE = (*PACKAGES, "benchmarks", "tests")
# The formatters aim at 120 columns; a text or an address that cannot be broken may be longer.
MAX_COLUMNS = 160
MAX_TEMPLATES = 30


def sources() -> list[Path]:
    """Every file that people write; migrations are made by Django."""
    written = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.is_file()]
    modules = [path for folder in CODE for path in (ROOT / folder).rglob("*.py") if "migrations" not in path.parts]
    return written + modules


def test_no_docstring_sends_the_reader_to_the_one_above() -> None:
    product = [path for path in sources() if path.relative_to(ROOT).parts[0] not in ("tests", "benchmarks")]
    begun = [path for path in product if path.suffix == ".py" and '"""The same' in path.read_text(encoding="utf-8")]
    assert [str(path.relative_to(ROOT)) for path in begun] == []


def test_no_line_is_longer_than_a_screen() -> None:
    long = [
        f"{path.relative_to(ROOT)}:{number}: {len(line)} columns"
        for path in sources()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if len(line) > MAX_COLUMNS
    ]
    assert not long, "\n".join(long)


def test_no_folder_of_templates_holds_more_than_can_be_seen_at_once() -> None:
    folders = [path for path in (ROOT / "templates").rglob("*") if path.is_dir()]
    full = {str(path.relative_to(ROOT)): sum(entry.is_file() for entry in path.iterdir()) for path in folders}
    assert not {path: files for path, files in full.items() if files > MAX_TEMPLATES}
