"""What the documents promise is there: settings, commands, and files they link to."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.core.management import get_commands

ROOT = Path(__file__).resolve().parent.parent.parent.parent
OPERATIONS = (ROOT / "docs" / "operations.md").read_text()
OUR_FLOORS = {"accounts", "cards", "decks", "drafts", "game", "matches", "tenmoons"}


def test_every_setting_is_explained() -> None:
    sources = "".join(path.read_text() for path in (ROOT / "tenmoons").rglob("*.py"))
    read = set(re.findall(r"\b(?:text|flag|number|listed|choice|rate|environ\.get)\(\s*\"([A-Z_]+)\"", sources)) - {
        "PATH"
    }
    explained = set(re.findall(r"^\| `([A-Z_]+)` \|", OPERATIONS, re.MULTILINE))
    assert read == explained


def test_every_command_is_explained() -> None:
    ours = {name for name, app in get_commands().items() if app in OUR_FLOORS}
    explained = set(re.findall(r"^\| `manage\.py (\w+)", OPERATIONS, re.MULTILINE))
    assert ours <= explained
    assert explained - ours == {"createsuperuser"}


@pytest.mark.parametrize(
    "document",
    sorted(path.relative_to(ROOT).as_posix() for path in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]),
)
def test_every_file_a_document_links_to_exists(document: str) -> None:
    page = ROOT / document
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text()):
        if not target.startswith("http"):
            assert (page.parent / target).exists(), f"{document} links to {target}"


@pytest.mark.parametrize("document", sorted(path.name for path in (ROOT / "docs").glob("*.md")))
def test_every_file_a_document_names_exists(document: str) -> None:
    named = re.findall(
        r"`([a-z]\w*/[\w/.-]+\.(?:py|js|css|csv|html|toml|yml))`", (ROOT / "docs" / document).read_text()
    )
    assert [file for file in named if not (ROOT / file).exists()] == []
