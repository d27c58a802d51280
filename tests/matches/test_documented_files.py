"""The files of docs/matches.md, read by the commands as they stand there."""

from __future__ import annotations

import json
import re
from pathlib import Path

from matches.core.pairing.json_io import read_field
from matches.core.scoring.json_io import read_match

DOCS = Path(__file__).resolve().parents[2] / "docs" / "matches.md"


def _example(first_field: str) -> str:
    """The indented JSON that begins with this field."""
    found = re.search(rf'^    \{{"{first_field}".*\n(?:    .*\n)*', DOCS.read_text(encoding="utf-8"), re.M)
    assert found is not None
    return found[0]


def test_the_match_of_the_documents_is_counted() -> None:
    record = read_match(_example("players"))
    assert record.players == ("A", "B")
    assert len(record.games) == len(record.penalties) == 1
    assert record.sheet.penalty == "crystals"


def test_the_round_of_the_documents_is_paired() -> None:
    field = read_field(_example("seed"))
    assert [one.id for one in field.entrants] == ["A", "B", "C", "D"]
    assert json.loads(_example("seed"))["seed"] == field.seed == 7
