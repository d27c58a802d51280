"""What the documents promise exists: settings, commands, and the files they link to."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import polib
import pytest
from django.core.management import get_commands

from tests.packages import PACKAGES

ROOT = Path(__file__).resolve().parent.parent.parent.parent
OPERATIONS = (ROOT / "docs" / "operations.md").read_text()


def test_every_setting_is_explained() -> None:
    sources = "".join(path.read_text() for path in (ROOT / "tenmoons").rglob("*.py"))
    reads = r"\b(?:env_(?:text|secret|url|flag|folder|number|choice|rate|list)|environ\.get)\(\s*\"([A-Z_]+)\""
    read = set(re.findall(reads, sources)) - {"PATH"}
    explained = set(re.findall(r"^\| `([A-Z_]+)` \|", OPERATIONS, re.MULTILINE))
    assert read == explained


def test_every_command_is_explained() -> None:
    ours = {name for name, app in get_commands().items() if app in PACKAGES and app != "common"}
    explained = set(re.findall(r"^\| `manage\.py (\w+)", OPERATIONS, re.MULTILINE))
    assert ours <= explained
    assert explained - ours == {"createsuperuser", "sendtestemail"}


DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "fixtures").rglob("*.md")])
_CODE = re.compile(r"^```.*?^```$|`[^`\n]*`", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^#{1,6} (.+)$", re.MULTILINE)
# What a guide tells its reader to press: between single asterisks, as printed on the page.
_LABEL = re.compile(r"(?<![*\w])\*([^*]+)\*(?!\*)")
_PLACE = re.compile(r"%\\\(\w+\\\)[sd]")
# Every document but the maintainer's guide, which is about code.
PRESSED = sorted(path.relative_to(ROOT / "docs") for path in (ROOT / "docs").glob("*.md")) + [
    Path(f"guides/{name}.md") for name in ("chat-bot", "first-script", "host", "operator", "organiser", "player")
]


def links(document: Path) -> list[str]:
    """Return the links of a document within the project, pictures included."""
    links = _LINK.findall(_CODE.sub("", document.read_text(encoding="utf-8")))
    return [link for link in links if not link.startswith(("http://", "https://", "mailto:"))]


@cache
def anchors(document: Path) -> frozenset[str]:
    """Return the anchors that Markdown viewers make of its headings, not those that only the site's own pages have."""
    titles = _HEADING.findall(re.sub(r"^```.*?^```$", "", document.read_text(encoding="utf-8"), flags=re.M | re.S))
    made: list[str] = []
    for title in titles:
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", title).replace("`", "")
        anchor = re.sub(r"\s", "-", re.sub(r"[^\w\s-]", "", plain.lower()).strip())
        again = sum(
            earlier == anchor or re.fullmatch(rf"{re.escape(anchor)}-\d+", earlier) is not None for earlier in made
        )
        made.append(f"{anchor}-{again}" if anchor in made else anchor)
    return frozenset(made)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_link_of_a_document_leads_somewhere_also_outside_of_the_site(document: Path) -> None:
    dead = []
    for link in links(document):
        file, _hash, anchor = link.partition("#")
        target = (document.parent / file).resolve() if file else document
        if not target.exists() or (anchor and target.suffix == ".md" and anchor not in anchors(target)):
            dead.append(link)
    assert dead == []


def test_every_picture_of_the_documents_is_shown() -> None:
    linked = {(document.parent / link).resolve() for document in DOCUMENTS for link in links(document)}
    assert [path.name for path in sorted((ROOT / "docs" / "pictures").iterdir()) if path not in linked] == []


@pytest.mark.parametrize("document", PRESSED, ids=str)
def test_what_a_document_says_to_press_stands_on_a_page(document: Path) -> None:
    entries = [entry for entry in polib.pofile(str(ROOT / "locale/de/LC_MESSAGES/django.po")) if not entry.obsolete]
    linked = {text for entry in entries for text in (entry.msgid, entry.msgid_plural) if text}
    # A document fills a placeholder with a number or a word in capitals: NAME.
    worded = (_PLACE.sub(r"(?:\\d+|[A-Z]+)", re.escape(text)) for text in sorted(linked) if "%(" in text)
    filled = re.compile("|".join(worded))
    text = _CODE.sub("", (ROOT / "docs" / document).read_text(encoding="utf-8"))
    labels = {" ".join(label.split()) for label in _LABEL.findall(text)}
    assert [
        label for label in labels if label not in linked and not label.isdecimal() and not filled.fullmatch(label)
    ] == []


@pytest.mark.parametrize("document", sorted(path.name for path in (ROOT / "docs").glob("*.md")))
def test_every_file_a_document_names_exists(document: str) -> None:
    named = re.findall(
        r"`([a-z]\w*/[\w/.-]+\.(?:py|js|css|csv|html|toml|yml))`", (ROOT / "docs" / document).read_text()
    )
    assert [file for file in named if not (ROOT / file).exists()] == []
