"""Every column of what moves to another site is in the file, or named here because it stays."""

from __future__ import annotations

from typing import Any

import pytest
from django.db.models import Model

from decks.models import Pool
from matches.models import (
    SHEET_FIELDS,
    Event,
    Game,
    GameDeck,
    Group,
    Match,
    MatchPenalty,
    Member,
    Pairing,
    PastResult,
    Registration,
    Round,
    Season,
)
from tenmoons.moving.file_fields import EVENT, GROUP, MATCH, PERSON

# Columns that stay: secrets and keys, what belongs to the site itself, and what is judged or named again on arrival.
STAYS: dict[type[Model], str] = {
    Event: "id code judge_key scorekeeper_key owner group closed_by listed announcement announced hidden version",
    Registration: "id event person pod deck_verdict deck_faults deck_frozen joined",
    Round: "id event seed spans",
    Pairing: "id round hand tap day_asked asked_by no_answer link reminded",
    Group: "id owner listed hidden seed",
    Member: "id group person organiser",
    Season: "id group created",
    PastResult: "id group imported",
    Match: "id join_key group created_by player_a player_b status version noted changed",
    Game: "id match recorded_by",
    MatchPenalty: "id match by",
    GameDeck: "id match deck report contents chosen_by created",
    Pool: "id owner source created",
}
# Columns that are in the file under another name.
IN_OTHER_FIELDS: dict[type[Model], set[str]] = {Match: {"name_a", "name_b", "member_a", "member_b", *SHEET_FIELDS}}


def _fields(kind: Any, *path: str) -> set[str]:
    """Return the names of the fields of a file, or of a list in it."""
    serializer = kind()
    for name in path:
        serializer = serializer.fields[name].child
    return set(serializer.fields)


IN_THE_FILE: dict[type[Model], set[str]] = {
    Event: _fields(EVENT),
    Registration: _fields(EVENT, "players"),
    Round: _fields(EVENT, "rounds"),
    Pairing: _fields(EVENT, "rounds", "tables"),
    Group: _fields(GROUP),
    Member: _fields(GROUP, "members"),
    Season: _fields(GROUP, "seasons"),
    PastResult: _fields(GROUP, "past"),
    Match: _fields(MATCH),
    Game: _fields(MATCH, "games"),
    MatchPenalty: _fields(MATCH, "penalties"),
    GameDeck: _fields(MATCH, "decks"),
    Pool: _fields(PERSON, "pools"),
}


@pytest.mark.parametrize("model", STAYS, ids=lambda model: model.__name__)
def test_every_column_is_in_the_file_or_stays_for_a_reason(model: type[Model]) -> None:
    columns = {field.name for field in model._meta.concrete_fields}
    assert columns - IN_THE_FILE[model] - IN_OTHER_FIELDS.get(model, set()) == set(STAYS[model].split())
