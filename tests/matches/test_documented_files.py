"""The files of docs/matches.md, read by the commands as they stand there."""

from __future__ import annotations

import ast
import inspect
import json
import re
from pathlib import Path
from types import ModuleType

import pytest

from matches.management.commands import pair_round as pairing_json
from matches.management.commands import score_match as scoring_json
from matches.management.commands.pair_round import parse_pairing_field
from matches.management.commands.score_match import parse_match_record

DOCS = Path(__file__).resolve().parents[2] / "docs" / "matches.md"
READERS = ("get_typed", "get_objects", "_parse_enum_word")


def _example(first_field: str) -> str:
    """Return the indented JSON that begins with this field."""
    match = re.search(rf'^    \{{"{first_field}".*\n(?:    .*\n)*', DOCS.read_text(encoding="utf-8"), re.M)
    assert match is not None
    return match[0]


def test_the_match_of_the_documents_is_counted() -> None:
    record = parse_match_record(_example("players"))
    assert record.players == ("A", "B")
    assert len(record.games) == len(record.penalties) == 1
    assert record.sheet.penalty == "crystals"


def test_the_round_of_the_documents_is_paired() -> None:
    field = parse_pairing_field(_example("seed"))
    assert [entrant.id for entrant in field.entrants] == ["A", "B", "C", "D"]
    assert json.loads(_example("seed"))["seed"] == field.seed == 7


def _documented(head: str, *, after: str) -> set[str]:
    """Return the first column of the first table below these words whose header begins so."""
    text = DOCS.read_text(encoding="utf-8").partition(after)[2]
    table = text.partition(f"| {head} |")[2].partition("\n\n")[0]
    return set(re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE))


def _read_by(module: ModuleType, *functions: str) -> set[str]:
    """Return the fields that these functions read from a file."""
    tree = ast.parse(inspect.getsource(module))
    calls = [
        call
        for function in tree.body
        if isinstance(function, ast.FunctionDef) and function.name in functions
        for call in ast.walk(function)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in READERS
    ]
    words = (word for call in calls for word in call.args[1:2] if isinstance(word, ast.Constant))
    return {str(word.value) for word in words}


@pytest.mark.parametrize(
    ("head", "where", "module", "functions"),
    [
        (
            "field of the file",
            "score_match",
            scoring_json,
            ("parse_match_record", "_parse_match_settings", "_parse_players"),
        ),
        ("field of a game", "score_match", scoring_json, ("_parse_game",)),
        ("field of the file", "pair_round", pairing_json, ("parse_pairing_field",)),
        ("field of a player", "pair_round", pairing_json, ("_parse_entrant",)),
    ],
)
def test_the_fields_of_the_documents_are_those_that_are_read(
    head: str, where: str, module: ModuleType, functions: tuple[str, ...]
) -> None:
    read = _read_by(module, *functions)
    if where == "score_match" and "parse_match_record" in functions:
        read -= {"player", "after"}  # of a penalty: named in its row
    assert len(read) > 2 and read == _documented(head, after=f"manage.py {where}")
