"""Row writes do the same as query sets: rows that are written, values in the database’s form, and guards."""

from __future__ import annotations

import pytest
from django.utils import timezone

from common.database.prepared import insert_rows, update_rows
from online.models import Game, GameAction

pytestmark = pytest.mark.django_db


def test_a_row_is_updated_if_its_guards_still_hold() -> None:
    game, other, now = Game.objects.create(version=3), Game.objects.create(), timezone.now()
    changes = {"status": Game.Status.PLAYING, "version": 4, "deadline": now, "decides": None, "position": "50 %s"}
    for expected in (1, 0):
        assert update_rows(Game, changes, id=game.pk, version=3) == expected
    game.refresh_from_db()
    assert {name: getattr(game, name) for name in changes} == changes
    other.refresh_from_db()
    assert (other.status, other.version) == (Game.Status.OPEN, 0)


def test_inserted_rows_read_as_they_were_given() -> None:
    game, names = Game.objects.create(), ("game_id", "number", "place", "action", "events", "position", "at")
    now = timezone.now()
    rows = [(game.pk, at, at % 2, "pass", [[at, "play", "0V05’"]], "TM1", now) for at in (1, 2, 3)]
    insert_rows(GameAction, names, rows)
    assert list(GameAction.objects.values_list(*names)) == rows
    assert set(GameAction.objects.values_list("view_0", "view_1")) == {(0, 0)}
    insert_rows(GameAction, names, [])
    assert GameAction.objects.count() == 3
