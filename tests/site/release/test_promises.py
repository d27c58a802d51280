"""What 1.0 promises (docs/promises.md): each promise names existing tests, and files of 1.0 stay readable."""

from __future__ import annotations

import ast
import json
import re
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from packaging.version import Version

from accounts.models import User
from cards.core.facts import Catalogue
from decks.core.legality import Status, judge_deck
from decks.core.text import parse_deck_text
from decks.exchange.deck_files import ImportOutcome, import_deck_file
from decks.models import Deck
from drafts.core.proof.verify import check_proof
from tenmoons.version import __version__
from tests.decks.rows import person_of_user

ROOT = Path(__file__).resolve().parents[3]
PAGE = (ROOT / "docs" / "promises.md").read_text(encoding="utf-8")
# Files as 1.0 wrote them. They are never made again.
KEPT = Path(__file__).parent / "kept"
ROWS = [row for row in re.findall(r"^\| (.+) \| (.+) \|$", PAGE, re.MULTILINE) if row[0] != "Promise"]
NAMED = [test for _promise, tests in ROWS for test in re.findall(r"`([^`]+)`", tests)]


@pytest.mark.parametrize(("promise", "tests"), ROWS, ids=[row[0][:40] for row in ROWS])
def test_each_promise_names_a_test(promise: str, tests: str) -> None:
    one = r"`tests/[\w/]+\.py(::test_\w+)?`( \(thorough\))?"
    assert re.fullmatch(rf"{one}(, {one})*", tests), promise


@pytest.mark.parametrize("named", NAMED)
def test_the_tests_it_names_exist_and_are_run(named: str) -> None:
    file, _colons, name = named.partition("::")
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    marks = [
        ast.unparse(mark)
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name == name
        for mark in [*node.decorator_list, ast.Constant("found")]
    ]
    assert not name or "'found'" in marks, f"{file} has no {name}"
    assert not any("skip" in mark for mark in marks)
    assert any("thorough" in mark for mark in marks) == (f"`{named}` (thorough)" in PAGE)


def test_the_release_before_is_tried_in_the_gate() -> None:
    assert "`tests/updates.py`" in PAGE and '"tests.updates"' in (ROOT / "tests" / "gate.py").read_text()


def test_the_changelog_has_a_chapter_for_this_version_and_the_next() -> None:
    versions = re.findall(r"^## (\S+?),? ", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert {__version__, Version(__version__).base_version} <= set(versions)


@pytest.mark.django_db
def test_a_file_of_decks_from_1_0_is_read(elinor: User, db_catalogue: Catalogue) -> None:
    text = (KEPT / "decks.json").read_text(encoding="utf-8")
    [brought] = import_deck_file(text, person_of_user(elinor))
    assert brought.became is ImportOutcome.NEW
    [kept] = json.loads(text)["decks"]
    row = Deck.objects.get(key=brought.key)
    assert (row.name, row.notes, row.tags, row.folder, row.built) == (
        "Nights of Terrah",
        kept["notes"],
        kept["tags"],
        kept["folder"],
        True,
    )
    assert [guide.text for guide in row.guides.all()] == ["Warte ab."]


def test_a_deck_as_text_from_1_0_is_read(facts: Catalogue) -> None:
    reading, _notice = parse_deck_text((KEPT / "deck.txt").read_text(encoding="utf-8"), facts)
    assert not reading.problems
    assert (reading.deck.name, len(reading.deck.entries)) == ("Nights of Terrah", 30)
    assert judge_deck(reading.deck, facts).status is Status.LEGAL


def test_a_proof_from_1_0_is_checked() -> None:
    assert check_proof(json.loads((KEPT / "proof.json").read_text())).is_valid
    call_command("verify_draft", str(KEPT / "proof.json"), stdout=(out := StringIO()))
    assert "Confirmed: " in out.getvalue()
