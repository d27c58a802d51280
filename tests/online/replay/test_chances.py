"""Chances along a finished game: only of players whose cards the reader may know, and the same each time."""

from __future__ import annotations

import threading
import time
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from accounts.models import User
from cards.core.facts import Catalogue
from game.engine.board import Board
from game.engine.table import bits
from game.players.position_value import FittedValue
from online.core.terms import GameTerms
from online.games import endings, services
from online.games.decks import DeckChoice
from online.games.loaded import load_game
from online.games.queries import steps_of_game
from online.games.services import NewGame
from online.replay import chances
from online.replay.chances import LEAST_LOSS, MAX_TURNS_LISTED, turn_chances
from online.replay.queries import states_after_actions
from tests.drafts.tables import person
from tests.effort import one_in
from tests.online.games_made import against_computer, between, finished, play_on
from tests.online.replay.test_pages import replay, shows
from tests.online.table.test_leaks import hidden_of, marks_of
from tests.online.table.test_views import signed_in

pytestmark = pytest.mark.usefixtures("db_catalogue")


@pytest.fixture
def key(roland: User, elinor: User) -> str:
    cache.clear()
    return finished(person(roland), person(elinor))


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


def test_a_line_that_would_show_a_closed_card_is_not_told_to_a_reader_of_one_hand(roland: User, elinor: User) -> None:
    people = (person(roland), person(elinor))
    dropped = 0
    for seed in one_in(2, (0, 1)):
        game = services.create_game(
            people[0], NewGame(GameTerms(), DeckChoice(people="Khind"), accepts_texts=True)
        ).game
        services.join_game(people[1], game.key, game.join_key, DeckChoice(people="Aqua"), accepts_texts=True)
        play_on(game.key, *people, seed=seed)
        loaded = load_game(game.key)
        whole = {one.turn: one for one in turn_chances(loaded, {0, 1})}
        for place in (0, 1):
            for one in turn_chances(loaded, {place}):
                assert one.better in ((), whole[one.turn].better)
                dropped += one.better != whole[one.turn].better
    assert dropped


@pytest.mark.parametrize(
    ("event", "tells"),
    [
        ([3, "move", 1, "1A19", "hand", "discard"], True),
        ([3, "move", 1, "1A19", "deck", "discard"], True),
        ([3, "move", 1, "1A19", "deck", "hand"], False),
        ([3, "move", 1, "1A19", "combat", "discard"], False),
        ([3, "move", 0, "0K22", "hand", "discard"], False),
        ([3, "shown", 1, "1A19"], True),
        ([3, "shown", 0, "0K22"], False),
        ([3, "disclosed", 1], True),
        ([3, "call", 1, False], False),
    ],
)
def test_what_tells_of_the_other_players_closed_cards(event: list[Any], tells: bool) -> None:
    assert chances._reveals_others_card(event, 0) == tells


def test_chances_of_one_hand_do_not_depend_on_which_cards_the_other_player_holds(key: str) -> None:
    loaded = load_game(key)
    numbers = [one.number for one in steps_of_game(loaded.game)][5:60:9]
    for state in states_after_actions(loaded, *numbers):
        board, other = state.copy_board(), state.copy_board()
        swapped = min(bits(other.hand[1]), default=-1)
        if swapped < 0 or not other.deck[1]:
            continue
        other.hand[1] = other.hand[1] & ~(1 << swapped) | 1 << other.deck[1][0]
        other.deck[1] = (swapped, *other.deck[1][1:])
        value = chances._WinChanceForReader(loaded, 0, state, is_whole=False)
        assert value.chance(board, "same") == value.chance(other, "same")


def test_chances_of_one_hand_do_not_depend_on_the_cards_of_a_deck_that_is_not_public(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("online.games.computer.is_preconstructed", lambda *_of: False)
    loaded = load_game(key)
    state = states_after_actions(loaded, steps_of_game(loaded.game)[2].number)[0]
    dealt: list[frozenset[str]] = []

    def watched(_value: FittedValue, board: Board, who: int) -> float:
        unseen = (*board.deck[1 - who], *bits(board.hand[1 - who]))
        dealt.append(frozenset(board.table.code(card) for card in unseen))
        return 0.0

    monkeypatch.setattr(FittedValue, "__call__", watched)
    chances._WinChanceForReader(loaded, 0, state, is_whole=False).chance(state.copy_board(), "lot")
    assert len(dealt) == chances.DEALS_SAMPLED and all(codes - set(loaded.seats[1].cards) for codes in dealt)


def test_readers_who_come_at_once_wait_for_one_calculation(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    loaded, calls, found = load_game(key), list[int](), list[Any]()
    kept: dict[str, Any] = {}
    monkeypatch.setattr(cache, "get", kept.get)
    monkeypatch.setattr(cache, "set", lambda name, value, _seconds: kept.update({name: value}))

    def slowly(_loaded: object, _known: object) -> list[Any]:
        calls.append(1)
        time.sleep(0.05)
        return []

    monkeypatch.setattr(chances, "_turn_chances", slowly)
    threads = [threading.Thread(target=lambda: found.append(turn_chances(loaded, {0, 1}))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(calls), found) == (1, [[]] * 8)
