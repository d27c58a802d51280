"""Chances along a finished game: only of players whose cards the reader may know, and the same each time."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from accounts.models import User
from cards.core.facts import Catalogue
from online.games import endings
from online.games.loaded import load_game
from online.replay import chances
from online.replay.chances import LEAST_LOSS, MAX_TURNS_LISTED, turn_chances
from tests.drafts.tables import person
from tests.online.games_made import against_computer, between, play_on
from tests.online.replay.test_pages import replay, shows
from tests.online.table.test_leaks import hidden_of, marks_of
from tests.online.table.test_views import signed_in

pytestmark = pytest.mark.usefixtures("db_catalogue")


@pytest.fixture
def key(roland: User, elinor: User) -> str:
    cache.clear()
    key = between(person(roland), person(elinor)).game.key
    play_on(key, person(roland), person(elinor))
    return key


def page_of(client: Client, key: str) -> Any:
    return client.get(reverse("online:chances", args=[key]))


def test_both_players_chances_end_with_the_result(key: str) -> None:
    loaded = load_game(key)
    turns = turn_chances(loaded, {0, 1})
    assert [one.turn for one in turns] == list(range(1, len(turns) + 1))
    assert all(0 <= one.chance <= 1 for one in turns)
    assert round(turns[-1].chance) == 1 - (loaded.game.winner or 0)
    assert all(bool(one.better) <= (one.gain >= LEAST_LOSS) for one in turns)
    assert any(one.better for one in turns), "random play gives nothing away"
    assert list(chances._turn_chances(loaded, {0, 1})) == turns


def test_a_player_sees_the_chances_after_their_own_turns_only(key: str, elinor: User) -> None:
    assert {one.player for one in turn_chances(load_game(key), {1})} == {1}
    page = page_of(signed_in(elinor), key)
    assert page.status_code == 200 and "only see the turns" in page.content.decode()
    assert {one["name"] for one in page.context["lost"]} == {"Elinor"}
    assert 1 <= len(page.context["lost"]) <= MAX_TURNS_LISTED


def test_everyone_sees_them_once_both_have_shown_their_cards(key: str, roland: User, elinor: User) -> None:
    assert page_of(Client(), key).status_code == 403
    for user in (roland, elinor):
        shows(signed_in(user), key)
    page = page_of(Client(), key)
    assert page.status_code == 200 and page.context["is_whole"]
    for one in page.context["lost"]:
        assert Client().get(one["try_url"]).status_code == 200
        assert replay(Client(), key, one["step"]).context["turn"] == one["turn"]


def test_no_card_of_a_closed_hand_stands_on_the_page(roland: User, elinor: User, facts: Catalogue) -> None:
    key = between(person(roland), person(elinor)).game.key
    loaded = play_on(key, person(roland), person(elinor), steps=30)
    closed = [marks_of(hidden_of(loaded, place), facts) for place in (0, 1)]
    endings.resign(person(roland), key)
    for place, user in enumerate((roland, elinor)):
        page = page_of(signed_in(user), key)
        assert page.status_code == 200 and not closed[1 - place].search(page.content.decode())


def test_a_game_that_ended_at_once_has_no_chances(roland: User) -> None:
    key = against_computer(person(roland)).game.key
    endings.resign(person(roland), key)
    assert "ended before its first turn" in page_of(signed_in(roland), key).content.decode()
