"""A game that was begun with the first release goes on: what is stored must be read by every later one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from django.utils import timezone

from accounts.models import User
from boards.core.notation import READINGS
from online.games.loaded import load_game
from online.models import Game, GameAction, GameSeat
from online.table.presenters import frames_since, log_of_seat, view_of_seat
from tests.drafts.tables import person
from tests.online.games_made import play_on

KEPT = Path(__file__).with_name("kept_game.json")
pytestmark = pytest.mark.usefixtures("db_catalogue")


def test_a_game_of_the_first_release_goes_on_to_its_end(roland: User, elinor: User) -> None:
    people = person(roland), person(elinor)
    kept = json.loads(KEPT.read_text(encoding="utf-8"))
    assert kept["game"]["readings"] <= READINGS
    game = Game.objects.create(**kept["game"])
    for who, columns in zip(people, kept["seats"], strict=True):
        GameSeat.objects.create(game=game, person=who, **columns)
    GameAction.objects.bulk_create(GameAction(game=game, **columns) for columns in kept["actions"])
    loaded = load_game(game.key)
    for seat in loaded.seats:
        view = view_of_seat(loaded, seat, timezone.now())
        assert view["version"] == seat.view_version and view["yours"] == (seat.place == game.decides)
        assert log_of_seat(loaded, seat, timezone.now())
        assert isinstance(frames_since(loaded, seat, 0, timezone.now()), list)
    assert play_on(game.key, *people).game.status == Game.Status.OVER
