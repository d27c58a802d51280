"""Actions of several games are written in one commit, and alone where one of them fails."""

from __future__ import annotations

from typing import Any
from unittest.mock import patch

import pytest
from django.db import DatabaseError, connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Person
from common.errors import Conflict, DomainError, Invalid, Missing, NotAllowed
from online.core.offers import seat_offers
from online.games.actions import ActionCommand, write_action, write_actions
from online.games.loaded import LoadedGame, load_game
from online.games.transactions import append_actions
from online.models import GameAction
from tests.drafts.tables import guest
from tests.online.games_made import between

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("db_catalogue")]


@pytest.fixture
def people() -> tuple[Person, Person]:
    return guest("Roland"), guest("Elinor")


def command_of(loaded: LoadedGame, people: tuple[Person, Person]) -> ActionCommand:
    """Return the first legal offer of the player who decides."""
    assert loaded.state is not None
    seat = loaded.seats[loaded.state.player]
    by = next(person for person in people if person.pk == seat.person_id)
    return ActionCommand(by, loaded.game.key, seat.view_version, seat_offers(loaded.state, seat.place)[0].do)


def test_several_games_are_written_in_one_transaction(people: tuple[Person, Person]) -> None:
    commands = [command_of(between(*people), people) for _game in range(3)]
    with CaptureQueriesContext(connection) as asked:
        outcomes = write_actions(commands).outcomes
    assert all(isinstance(outcome, LoadedGame) for outcome in outcomes)
    assert sum("SAVEPOINT" in statement["sql"].split()[0] for statement in asked) == 1
    assert {row.game.key for row in GameAction.objects.all()} == {command.key for command in commands}


def test_a_refusal_holds_up_no_other(people: tuple[Person, Person]) -> None:
    good, other = (command_of(between(*people), people) for _game in range(2))
    stranger, key = guest("Judith"), other.key
    commands = [
        ActionCommand(other.by, key, other.version + 1, other.do),
        ActionCommand(other.by, key, other.version, "fly"),
        ActionCommand(stranger, key, other.version, other.do),
        ActionCommand(None, key, other.version, other.do),
        ActionCommand(other.by, "nothing2here", 1, other.do),
        good,
    ]
    outcomes = write_actions(commands).outcomes
    kinds: list[type[Any]] = [Conflict, Invalid, NotAllowed, NotAllowed, Missing, LoadedGame]
    assert all(isinstance(outcome, kind) for outcome, kind in zip(outcomes, kinds, strict=True))
    assert load_game(key).game.version == 0


def test_the_same_action_twice_in_a_batch_is_carried_out_once(people: tuple[Person, Person]) -> None:
    command = command_of(between(*people), people)
    first, second = write_actions([command, command]).outcomes
    assert isinstance(first, LoadedGame) and isinstance(second, Conflict)
    assert GameAction.objects.count() == len(command.do.split("+"))


@pytest.mark.both
def test_where_one_cannot_be_written_each_is_tried_alone(people: tuple[Person, Person]) -> None:
    broken, good = (command_of(between(*people), people) for _game in range(2))

    def fails(loaded: LoadedGame, *rest: Any, **more: Any) -> LoadedGame:
        if loaded.game.key == broken.key:
            raise DatabaseError("disk")
        return append_actions(loaded, *rest, **more)

    with patch("online.games.services.append_actions", fails):
        first, second = write_actions([broken, good]).outcomes
    assert isinstance(first, DatabaseError) and isinstance(second, LoadedGame)
    assert [row.game.key for row in GameAction.objects.all()] == [good.key] * len(good.do.split("+"))


def test_without_the_thread_an_action_is_written_at_once(people: tuple[Person, Person]) -> None:
    command = command_of(between(*people), people)
    assert write_action(command.by, command.key, command.version, command.do).game.version == len(command.do.split("+"))
    with pytest.raises(DomainError):
        write_action(command.by, command.key, command.version, command.do)
