"""The references in `docs/reference/`, written from the code; `manage.py write_reference` keeps them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from django.utils import translation

from tenmoons.help_site.documents import ROOT
from tenmoons.help_site.reference import api, commands, events, rules, search, settings

FOLDER = ROOT / "docs" / "reference"
WRITERS: Mapping[str, Callable[[], str]] = {
    "settings.md": settings.written,
    "commands.md": commands.written,
    "rules.md": rules.written,
    "search-keys.md": search.written,
    "api.md": api.written,
    "events.md": events.written,
}


def written() -> dict[str, str]:
    """Every reference as it would be written now, by the name of its file; in English whoever asks."""
    with translation.override("en"):
        return {name: write() for name, write in WRITERS.items()}


def stale(folder: Path = FOLDER) -> list[str]:
    """The files that differ from what would be written."""
    return [name for name, text in written().items() if _read(folder / name) != text]


def keep(folder: Path = FOLDER) -> list[str]:
    """Write what differs; returns the names of the files."""
    folder.mkdir(exist_ok=True)
    texts = written()
    changed = [name for name, text in texts.items() if _read(folder / name) != text]
    for name in changed:
        (folder / name).write_text(texts[name], encoding="utf-8")
    return changed


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""
