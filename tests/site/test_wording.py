"""How the site writes (docs/writing.md): habits that read like a translation stay out of its texts."""

from __future__ import annotations

import csv
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.languages import wanted

ROOT = Path(__file__).resolve().parents[2]
FIXTURES = ROOT / "fixtures"
DOCUMENTS = [
    *(ROOT / "docs").rglob("*.md"),
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md")),
]
# Habit → what people write instead.
HABITS = {
    r"(?<![Tt]here )\b(?:is|are|was|were) no (?!longer\b|more\b|one\b|bigger\b)[a-z]": "isn’t a …",
    r"\bno such\b": "we couldn’t find that …",
    r"(?:^|[.!] )Who (?!are\b)\w+ [^?]*[.:]": "players who …, or you",
    r"\bby (?:itself|themselves)\b": "automatically, on its own, or nothing",
    r"\bany more\b": "no longer",
    r"\banew\b": "again",
    r"\b(?:meanwhile|besides|whoever|whereof)\b": "rebuild the sentence",
    r"\bof which\b": "rebuild the sentence",
    r"\bless the\b": "minus the",
    r"\bsomebody\b": "someone",
    r"\bdeeds?\b": "action",
    r"\bwhat (?:is|was) (?:said|shown|kept|asked|known|told)\b": "name the thing",
    r"\bmails\b": "emails",
    r"[a-z]'[a-z]": "a typographic apostrophe, ’",
}
PATTERN = re.compile("|".join(f"(?:{habit})" for habit in HABITS), re.MULTILINE)
CODE = re.compile(r"```.*?```|`[^`\n]*`|\]\([^)\n]*\)|<[^>\n]+>", re.DOTALL)
# Left out: places to fill in, and names of cards as they are printed, which lists are searched for.
LEFT_OUT = re.compile(r"(?:Whateley|Mage|Archmage|Laa|Rabbit|Hali)'s|%\(\w+\)[sdf]")


def shipped() -> Iterator[tuple[str, str]]:
    """Yield every text that fixtures ship in English, with its file: titles, lessons, guides, notes, rulings, terms."""
    for path in (FIXTURES / "bluemoon" / "scenes").glob("*.txt"):
        yield from ((path.name, line[2:]) for line in path.read_text().splitlines() if line.startswith("# "))
    for path in (*FIXTURES.glob("bluemoon/lessons/*.toml"), FIXTURES / "bluemoon" / "guides" / "en.toml"):
        yield from ((path.name, text) for text in _strings(tomllib.loads(path.read_text())))
    for path in (*FIXTURES.glob("languages/*.csv"), *FIXTURES.glob("languages/documents/**/*.csv")):
        with path.open(newline="", encoding="utf-8") as opened:
            yield from ((path.name, row["en"]) for row in csv.DictReader(opened))


def paragraphs(path: Path) -> list[str]:
    """Return the text of a document, without its code and addresses."""
    return CODE.sub(" ", path.read_text(encoding="utf-8")).split("\n\n")


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _strings(each)


def found(texts: Iterator[tuple[str, str]]) -> list[str]:
    """Return each habit that was found, with its place."""
    return [
        f"{place}: …{text[max(0, match.start() - 30) : match.end() + 30]}…"
        for place, text in texts
        for match in PATTERN.finditer(LEFT_OUT.sub(" ", text))
    ]


def test_no_habit_stands_in_a_text_of_the_interface() -> None:
    assert found(("msgid", text) for pair in wanted() for text in pair if text) == []


def test_no_habit_stands_in_a_shipped_text() -> None:
    assert found(shipped()) == []


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_habit_stands_in_a_document(path: Path) -> None:
    assert found((path.name, paragraph) for paragraph in paragraphs(path)) == []
