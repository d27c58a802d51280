"""Dates and times are written as the reader's language writes them, in pages, sentences and mails."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from django.utils import translation

from common.i18n import translated
from common.sentence_tables import Sentence
from tests.gate import CODE

ROOT = Path(__file__).resolve().parents[2]
# The day of the week, hours, and forms that Django knows for each language.
BY_LANGUAGE = {"l", "D", "c", "H:i", "H:i:s", "DATE_FORMAT", "DATETIME_FORMAT"}
# Names of files and lines for whoever runs a site: the same in every language.
FOR_PROGRAMS = {
    "accounts/models.py", "decks/exchange/all_decks.py", "decks/exchange/views.py", "drafts/counts/services.py",
    "matches/models/seasons.py", "tenmoons/doctor/stores.py", "tenmoons/doctor/installation.py",
    "tenmoons/my_account/personal_data.py", "tenmoons/serving/preparation.py", "tenmoons/moving/trf.py",
}  # fmt: skip


def _shown_dates() -> Iterator[tuple[str, str]]:
    for path in (ROOT / "templates").rglob("*.*"):
        for line in path.read_text().splitlines():
            if 'type="date"' in line or "{% url" in line:  # for a program, not for a reader
                continue
            for form in re.findall(r"\|(?:date|time):\"([^\"]+)\"", line):
                yield str(path.relative_to(ROOT)), form


def test_no_page_fixes_the_order_of_day_and_month() -> None:
    assert {(path, form) for path, form in _shown_dates() if form not in BY_LANGUAGE} == set()


def test_no_sentence_carries_a_day_as_text() -> None:
    found = set()
    for folder in CODE:
        for path in (ROOT / folder).rglob("*.py") if (ROOT / folder).is_dir() else ():
            name = str(path.relative_to(ROOT))
            if folder == "tests" or "migrations" in path.parts or name in FOR_PROGRAMS:
                continue
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.FormattedValue) and "%Y" in ast.unparse(node.format_spec or node):
                    found.add(name)
    assert found == set()


@pytest.mark.parametrize(
    ("language", "day", "moment"),
    [
        ("en", "3 Dec 2026", "3 Dec 2026, 19:30"),
        ("de", "3. Dezember 2026", "3. Dezember 2026 19:30"),
        ("nl", "3 december 2026", "3 december 2026 19:30"),
        ("ru", "3 декабря 2026 г.", "3 декабря 2026 г. 19:30"),
    ],
)
def test_sentences_write_days_by_language(language: str, day: str, moment: str) -> None:
    with translation.override(language):
        assert translated(Sentence("%(day)s", {"day": date(2026, 12, 3)})) == day
        assert translated(Sentence("%(day)s", {"day": datetime(2026, 12, 3, 19, 30, tzinfo=UTC)})) == moment
