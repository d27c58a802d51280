"""Pages of `docs/reference/`: each with the function that writes its text from the code."""

from collections.abc import Callable, Mapping
from pathlib import Path

from django.utils import translation

from tenmoons.help_site.documents import PROJECT_ROOT
from tests.reference import api, commands, events, first_tasks, rules, search, settings

FOLDER = PROJECT_ROOT / "docs" / "reference"
WRITERS: Mapping[str, Callable[[], str]] = {
    "settings.md": settings.text,
    "commands.md": commands.text,
    "rules.md": rules.text,
    "search-keys.md": search.text,
    "api.md": api.text,
    "events.md": events.text,
    "first-tasks.md": first_tasks.text,
}


def texts() -> dict[str, str]:
    """Return every reference as it would be written now, by file name; always in English."""
    with translation.override("en"):
        return {name: write() for name, write in WRITERS.items()}


def stale(folder: Path = FOLDER) -> list[str]:
    """Return the names of files that are out of date."""
    return [name for name, text in texts().items() if _read(folder / name) != text]


def update(folder: Path = FOLDER) -> list[str]:
    """Write the files that are out of date; returns their names."""
    folder.mkdir(exist_ok=True)
    current = texts()
    changed = [name for name, text in current.items() if _read(folder / name) != text]
    for name in changed:
        (folder / name).write_text(current[name], encoding="utf-8")
    return changed


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""
