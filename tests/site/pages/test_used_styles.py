"""What no page can use is deleted: every class of a style sheet, every template and every sheet is named somewhere."""

from __future__ import annotations

import re
from pathlib import Path

from django.conf import settings

ROOT: Path = settings.BASE_DIR
SHEETS = sorted((ROOT / "static" / "css").rglob("*.css"))
TEMPLATES = sorted(path for path in (ROOT / "templates").rglob("*.*") if path.is_file())
SCRIPTS = sorted((ROOT / "static" / "js").rglob("*.js"))
PACKAGES = ("accounts", "boards", "cards", "common", "decks", "drafts", "game", "live", "matches", "online", "tenmoons")
MODULES = [path for name in PACKAGES for path in sorted((ROOT / name).rglob("*.py")) if "migrations" not in path.parts]
# Named by libraries alone: the pages of accounts, and the page that reads the description of the API.
OF_LIBRARIES = ("account", "allauth", "mfa", "usersessions")
SHEETS_OF_LIBRARIES = ("api-docs.css",)
CLASS = re.compile(r"\.(-?[A-Za-z_][\w-]*)")


def _without_comments(text: str) -> str:
    return re.sub(r"/\*.*?\*/", "", text, flags=re.S)


def _named_classes() -> tuple[set[str], set[str]]:
    """All words of templates, scripts and modules; and the beginnings of those put together (`line-{}`)."""
    text = "\n".join(path.read_text(encoding="utf-8") for path in (*TEMPLATES, *SCRIPTS, *MODULES))
    return set(re.findall(r"[A-Za-z_][\w-]*\w|\w", text)), set(re.findall(r"([A-Za-z][\w-]*-)(?=[{$%\"'`])", text))


def test_every_class_of_a_sheet_is_on_some_page() -> None:
    words, beginnings = _named_classes()
    unused = [
        f"{sheet.name}: .{name}"
        for sheet in SHEETS
        if sheet.name not in SHEETS_OF_LIBRARIES
        for selectors in re.findall(r"([^{};]+)\{", _without_comments(sheet.read_text(encoding="utf-8")))
        for name in CLASS.findall(re.sub(r"\"[^\"]*\"", "", selectors))
        if name not in words and not any(name.startswith(beginning) for beginning in beginnings)
    ]
    assert not unused


def test_every_template_is_rendered_or_included() -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in (*TEMPLATES, *MODULES))
    names = {path.relative_to(ROOT / "templates") for path in TEMPLATES}
    unused = [
        str(name)
        for name in names
        if name.parts[0] not in OF_LIBRARIES and name.name not in text and name.stem not in text
    ]
    assert not unused
