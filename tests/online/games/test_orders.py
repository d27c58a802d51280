"""Orders: an answer in advance, until the opponent’s turn ends. Only its owner knows of it."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from common.errors import Conflict
from online.core.offers import seat_offers
from online.core.orders import DELAY_SECONDS
from online.core.terms import GameTerms
from online.games import services
from online.games.clocks import expire_due
from online.games.decks import DeckChoice
from online.games.loaded import cached_game, load_game
from online.games.services import NewGame
from online.games.take_back import append_take_back
from online.games.transactions import in_transaction
from online.models import Game, GameAction, GameSeat
from online.table.presenters import view_of_seat
from tests.drafts.tables import person

pytestmark = pytest.mark.usefixtures("db_catalogue")
BUKA, NOW = DeckChoice(people="Buka"), timezone.now()
OWNER, OTHER = 0, 1  # in this game, the player of the second turn bluffs


@pytest.fixture(autouse=True)
def same_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("online.games.services.seed_from", lambda _secret, _numbers: 6)


def started(roland: User, elinor: User) -> str:
    new = NewGame(GameTerms(clock="day"), BUKA, accepts_texts=True)
    game = services.create_game(person(roland), new).game
    return services.join_game(person(elinor), game.key, game.join_key, BUKA, accepts_texts=True).game.key


def does(key: str, place: int, do: str) -> None:
    seat = load_game(key).seats[place]
    services.write_action_alone(seat.person, key, seat.view_version, do)


def plays_until_asked(key: str) -> str:
    """Play until the owner is asked whether to call a bluff, in the second turn."""
    chance = random.Random(1)
    while (state := load_game(key).state) is not None and (state.board.choice or ("",))[0] != "window":
        offers = seat_offers(state, state.player)
        bluffs = [one for one in offers if one.kind == "bluff"]
        stays = [one for one in offers if one.kind not in ("retreat", "decline")]
        does(key, state.player, chance.choice(bluffs or stays or offers).do)
    assert state is not None and (state.player, state.board.number) == (OWNER, 2)
    return key


def view(key: str, place: int) -> dict[str, Any]:
    """Return what a side sees, but for its clock; both players are there."""
    GameSeat.objects.update(seen=NOW)
    loaded = load_game(key)
    return view_of_seat(loaded, loaded.seats[place], NOW) | {"clock": None}


def test_an_answer_by_an_order_looks_like_one_by_hand(
    roland: User, elinor: User, django_capture_on_commit_callbacks: Callable[..., AbstractContextManager[Any]]
) -> None:
    by_hand, by_order = started(roland, elinor), started(roland, elinor)
    does(by_order, OWNER, "order")
    assert view(by_order, OWNER)["meta"]["lets_be"] and not view(by_order, OTHER)["meta"]["lets_be"]
    for key in (by_hand, by_order):
        plays_until_asked(key)
    assert view(by_hand, OTHER) == view(by_order, OTHER)
    does(by_hand, OWNER, "pass")
    game = Game.objects.get(key=by_order)
    assert game.answer_due is not None and not Game.objects.get(key=by_hand).answer_due
    assert DELAY_SECONDS[0] - 0.5 < (game.answer_due - game.changed).total_seconds() < DELAY_SECONDS[1]
    GameSeat.objects.update(seen=NOW - timedelta(hours=1))
    expire_due(game.answer_due - timedelta(milliseconds=1))
    assert GameAction.objects.filter(game=game).count() == game.version
    with django_capture_on_commit_callbacks(execute=True):
        expire_due(game.answer_due)
    cached = cached_game(by_order)  # from which the opponent’s socket is served
    assert cached is not None and cached.seats[OWNER].seen == game.answer_due
    assert load_game(by_order).seats[OWNER].seen == game.answer_due
    assert view(by_hand, OTHER) == view(by_order, OTHER)
    assert [*GameAction.objects.filter(game=game).values_list("place", "action", "view_1")] == [
        *GameAction.objects.filter(game__key=by_hand).values_list("place", "action", "view_1")
    ]
    assert Game.objects.get(key=by_order).answer_due is None


def test_the_owner_can_still_answer_another_way_in_time(roland: User, elinor: User) -> None:
    key = started(roland, elinor)
    does(key, OWNER, "order")
    plays_until_asked(key)
    with pytest.raises(Conflict):
        does(key, OWNER, "order:cancel")
    does(key, OWNER, "call")
    assert Game.objects.get().answer_due is None


def test_an_order_is_cancelled_by_its_owner_and_ends_with_the_turn(roland: User, elinor: User) -> None:
    key = started(roland, elinor)
    does(key, OWNER, "order")
    does(key, OWNER, "order:cancel")
    assert not view(key, OWNER)["meta"]["lets_be"]
    plays_until_asked(key)
    assert Game.objects.get().answer_due is None
    GameSeat.objects.filter(place=OWNER).update(lets_be_until=1)
    assert not view(key, OWNER)["meta"]["lets_be"]


@pytest.mark.parametrize("is_seen", [True, False])
def test_an_order_ends_with_a_step_back_that_its_owner_sees(roland: User, elinor: User, is_seen: bool) -> None:
    """An unseen one leaves the order: its end would show that something was taken back."""
    key = started(roland, elinor)
    plays_until_asked(key)
    GameSeat.objects.filter(place=OWNER).update(lets_be_until=2)
    last = GameAction.objects.latest("number").number
    if not is_seen:
        GameAction.objects.filter(number=last).update(events=[])
    in_transaction(lambda: append_take_back(load_game(key, lock=True), OTHER, last - 1, by=OTHER))()
    assert GameSeat.objects.get(place=OWNER).lets_be_until == (None if is_seen else 2)
    assert view(key, OWNER)["meta"]["lets_be"] != is_seen
