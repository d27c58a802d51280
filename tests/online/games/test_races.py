"""Races at a game: several act at once, in threads with connections of their own."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from django.utils import timezone

from accounts.models import Person, User
from common.errors import Conflict, DomainError
from online.core.offers import seat_offers
from online.core.take_back import ALLOW, BACK
from online.core.terms import GameTerms
from online.games import clocks, endings, services
from online.games.loaded import load_game
from online.games.services import NewGame
from online.games.take_back import take_back_mode
from online.models import Game, GameAction, GameSeat, Heartbeat
from tests.drafts.tables import person
from tests.online.games_made import HOAX, VULCA, between, opened
from tests.races import SERVER, Races, connected, race

__all__ = ["race"]
pytestmark = [pytest.mark.django_db(transaction=SERVER), pytest.mark.usefixtures("db_catalogue")]


def test_eight_equal_actions_at_once_are_carried_out_once(roland: User, elinor: User, race: Races) -> None:
    people = person(roland), person(elinor)
    loaded = between(*people)
    key, state = loaded.game.key, loaded.state
    assert state is not None
    seat = loaded.seats[state.player]
    do, version = seat_offers(state, seat.place)[0].do, seat.view_version
    table = race()
    answers = table.run(*[lambda: services.write_action_alone(people[seat.place], key, version, do)] * 8)
    refused = [answer for answer in answers if isinstance(answer, Conflict)]
    assert len(refused) == 7 and all("moved on" in str(answer) for answer in refused)
    with connected(table.path):
        assert GameAction.objects.count() == len(do.split("+"))
        assert GameSeat.objects.get(pk=seat.pk).view_version == version + 1


def test_when_both_resign_one_has_won(roland: User, elinor: User, race: Races) -> None:
    people = person(roland), person(elinor)
    key = between(*people).game.key
    table = race()
    answers = table.run(*(_resigns(who, key) for who in people))
    assert sum(isinstance(answer, DomainError) for answer in answers) == 1
    with connected(table.path):
        first = next(at for at, answer in enumerate(answers) if not isinstance(answer, DomainError))
        assert Game.objects.get().winner == 1 - first


def _resigns(who: Person, key: str) -> Callable[[], object]:
    return lambda: endings.resign(who, key)


def test_the_free_seat_goes_to_one_of_those_who_want_it(
    roland: User, elinor: User, stranger: User, race: Races
) -> None:
    game = opened(person(roland)).game

    def join(newcomer: Person) -> Callable[[], object]:
        return lambda: services.join_game(newcomer, game.key, game.join_key, HOAX, accepts_texts=True)

    joins = [join(person(user)) for user in (elinor, stranger)]
    table = race()
    answers = table.run(*joins)
    assert sum(isinstance(answer, DomainError) for answer in answers) == 1
    with connected(table.path):
        assert GameSeat.objects.count() == 2 and load_game(game.key).game.status == Game.Status.PLAYING


def test_one_of_many_clocks_ends_a_game(roland: User, elinor: User, race: Races) -> None:
    game = between(person(roland), person(elinor), GameTerms(clock="minutes")).game
    deadline = Game.objects.get(pk=game.pk).deadline
    assert deadline is not None
    clocks.record_heartbeat(timezone.now())
    Heartbeat.objects.update(at=deadline)
    table = race()
    assert sum(bool(answer) for answer in table.run(*[lambda: clocks.expire_due(deadline)] * 6)) == 1
    with connected(table.path):
        ended = Game.objects.get()
        assert (ended.ending, ended.winner) == (Game.Ending.TIME, 1 - ended.started_by)


def test_both_want_a_rematch_at_once(roland: User, elinor: User, race: Races) -> None:
    people = person(roland), person(elinor)
    key = between(*people).game.key
    endings.resign(people[0], key)

    def ask(who: Person) -> Callable[[], object]:
        return lambda: endings.ask_for_rematch(who, key).game.key

    table = race()
    assert not [answer for answer in table.run(*(ask(who) for who in people)) if isinstance(answer, DomainError)]
    with connected(table.path):
        assert Game.objects.filter(rematch_of__key=key).count() == 1


@pytest.fixture
def asking(roland: User, elinor: User) -> tuple[str, Person, Person]:
    """Return a game whose decision is the other side’s, a player who has to ask to take a move back, and that other."""
    people = person(roland), person(elinor)
    key, chance = between(*people).game.key, random.Random(3)
    while True:
        loaded = load_game(key)
        assert loaded.state is not None
        other = people[loaded.state.player]
        by = people[1 - loaded.state.player]
        if take_back_mode(loaded, loaded.own_seat(by)) == "ask":
            return key, by, other
        seat = loaded.own_seat(other)
        services.write_action_alone(
            other, key, seat.view_version, chance.choice(seat_offers(loaded.state, seat.place)).do
        )


def _sends(by: Person, key: str, do: str) -> Callable[[], object]:
    version = load_game(key).own_seat(by).view_version
    return lambda: services.write_action_alone(by, key, version, do)


def test_of_equal_requests_at_once_one_counts_and_of_equal_answers_one_row_is_written(
    asking: tuple[str, Person, Person], race: Races
) -> None:
    key, by, other = asking
    rows, ask = GameAction.objects.count(), _sends(by, key, BACK)
    table = race()
    assert sum(isinstance(answer, Conflict) for answer in table.run(*[ask] * 6)) == 5
    with connected(table.path):
        seat = load_game(key).own_seat(by)
        assert seat.requested_back_to is not None and GameAction.objects.count() == rows
        allow = _sends(other, key, ALLOW)
    assert sum(isinstance(answer, Conflict) for answer in table.run(*[allow] * 6)) == 5
    with connected(table.path):
        assert GameAction.objects.filter(action=BACK).count() == 1 == GameAction.objects.count() - rows
        assert load_game(key).own_seat(by).requested_back_to is None


def test_a_request_that_meets_the_other_sides_action_stands_only_if_that_came_later_and_unseen(
    asking: tuple[str, Person, Person], race: Races
) -> None:
    key, by, other = asking
    state = load_game(key).state
    assert state is not None
    act = _sends(other, key, seat_offers(state, state.player)[0].do)
    table = race()
    asked, acted = table.run(_sends(by, key, BACK), act)
    with connected(table.path):
        seat = load_game(key).own_seat(by)
    is_refused = isinstance(asked, Conflict), isinstance(acted, Conflict)
    assert is_refused != (True, True), "one of them is carried out"
    if is_refused[0]:
        assert seat.requested_back_to is None
    if is_refused[1]:  # the page of the other shows the request first
        assert seat.requested_back_to is not None


def test_two_pages_sent_at_once_make_one_game(roland: User, race: Races) -> None:
    by = person(roland)
    new = NewGame(GameTerms(), VULCA, "beginner", HOAX, accepts_texts=True, nonce="0123456789abcdef")
    table = race()
    keys = set(table.run(*[lambda: services.create_game(by, new).game.key] * 4))
    with connected(table.path):
        assert keys == {Game.objects.get().key}
