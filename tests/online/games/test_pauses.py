"""Pauses: a question about interference cards passes after some seconds, whatever a seat holds."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Person, User
from boards.core.setup import published_deck
from cards.core.facts import Catalogue
from common.errors import Conflict
from game.engine.state import State, game_result
from online.core.offers import carry_out_offer, seat_offers
from online.core.orders import (
    DELAY_SECONDS,
    PAUSE_SECONDS,
    has_auto_passes,
    is_interference_question,
    is_response_window,
)
from online.core.positions import state_as_text, state_from_text
from online.core.terms import GameTerms
from online.games import endings, services
from online.games.clocks import clock_of_game, expire_due, record_heartbeat
from online.games.decks import ChosenDeck, DeckChoice
from online.games.loaded import LoadedGame, drop_cached_game, load_game, view_of_side
from online.games.presence import CLAIM_AFTER
from online.games.services import NewGame
from online.models import Game, GameAction, GameSeat, Heartbeat
from online.table.presenters import frames_of_last_turn, log_of_seat
from tests.drafts.tables import person
from tests.online.core.walks import INTERFERENCE, with_other_hidden_cards
from tests.online.games_made import VULCA, between
from tests.online.table.test_views import JSON, signed_in

pytestmark = [pytest.mark.usefixtures("db_catalogue", "stopped_clock", "interfering_decks")]
AGREED = GameTerms(interference=True)
DRAWN_FOR_EACH = re.compile(
    r'name="(csrfmiddlewaretoken|nonce)" value="[^"]*"|data-commitment="[^"]*"|nonce-[^\']*|csrftoken=\w+'
    r"|X-Request-ID', '\w+|-\d+&amp;me=\w+|<code>\w{64}</code>|Watching: \d+|r=\d+;t=\d+"
)


@pytest.fixture
def interfering_decks(monkeypatch: pytest.MonkeyPatch, facts: Catalogue) -> None:
    """Give each deck of a people the three interference cards; their moons aren’t known, so no own deck is legal."""

    def chosen(choice: DeckChoice, _by: Person | None, terms: GameTerms, **_for: bool) -> ChosenDeck:
        people = "Hoax" if choice.people == "random" else choice.people
        cards = published_deck(facts, people).cards
        return ChosenDeck((*INTERFERENCE, *cards[3:]) if terms.interference else tuple(cards), people)

    monkeypatch.setattr(services, "chosen_deck", chosen)
    monkeypatch.setattr(services, "seed_from", lambda _secret, _numbers: 6)


def state_of(key: str) -> State:
    state = load_game(key).state
    assert state is not None
    return state


def due(key: str) -> datetime | None:
    return Game.objects.get(key=key).answer_due


def does(key: str, place: int, do: str) -> LoadedGame:
    seat = load_game(key).seats[place]
    return services.write_action_alone(seat.person, key, seat.view_version, do)


def plays_on(key: str, chance: random.Random) -> None:
    """Play one offer that isn’t about giving up, unless nothing else helps."""
    state = state_of(key)
    offers = seat_offers(state, state.player)
    stays = [one for one in offers if one.kind not in ("retreat", "decline")]
    does(key, state.player, chance.choice(stays if stays and state.board.undone < 3 else offers).do)


def plays_until_asked(key: str, *, own_turn: bool | None = False) -> int:
    """Play until a seat has a pause, in the opponent’s turn or in its own; return its place."""
    chance = random.Random(4)
    while not (
        is_interference_question(state := state_of(key)) and own_turn in (None, state.player == state.player_in_turn)
    ):
        interferes = [one.do for one in seat_offers(state, state.player) if one.kind == "interfere"]
        if is_response_window(state) and interferes and own_turn:
            does(key, state.player, interferes[0])
        else:
            plays_on(key, chance)
    return state.player


def everything_seen(client: Client, key: str) -> list[str]:
    """Return all that a player reads, headers included, without what is drawn for each answer."""
    addresses = ["table", "view", "turn", "log"]
    answers = [client.get(reverse(f"online:{name}", args=[key])) for name in addresses]
    answers += [client.get(reverse("online:view", args=[key]), {"since": 0}), client.get("/play/")]
    answers += [client.get(f"/api/v1/online-games/{key}/"), client.get("/api/v1/online-games/")]
    return [_alike(answer) for answer in answers]


def _alike(answer: Any) -> str:
    return DRAWN_FOR_EACH.sub("", f"{sorted(answer.headers.items())}{answer.content.decode()}")


def test_a_whole_game_is_played_with_pauses_that_pass_are_kept_open_or_answered(roland: User, elinor: User) -> None:
    key = between(person(roland), person(elinor), AGREED).game.key
    chance, seen = random.Random(8), dict.fromkeys(("passed", "waited", "interfered", "by hand"), 0)
    while (loaded := load_game(key)).game.status == Game.Status.PLAYING:
        state = state_of(key)
        assert (loaded.game.answer_due is not None) is is_interference_question(state)
        if not is_interference_question(state):
            plays_on(key, chance)
            continue
        place, offers = state.player, seat_offers(state, state.player)
        interferes = [one.do for one in offers if one.kind == "interfere"]
        way = "interfered" if interferes else chance.choice(["passed", "waited", "by hand"])
        seen[way] += 1
        if way == "passed":
            assert loaded.game.answer_due is not None
            expire_due(loaded.game.answer_due)
        else:
            if way == "waited":
                does(key, place, "wait")
                assert due(key) is None
            does(key, place, interferes[0] if way == "interfered" else "pass")
        assert (
            state_of(key).player != place or not is_interference_question(state_of(key)) or game_result(state_of(key))
        )
    assert min(seen.values()) > 0, seen
    for seat in loaded.seats:
        assert log_of_seat(loaded, seat, timezone.now())


def test_without_the_term_no_pause_exists(roland: User, elinor: User) -> None:
    key, chance = between(person(roland), person(elinor), GameTerms(clock="minutes")).game.key, random.Random(3)
    while load_game(key).game.status == Game.Status.PLAYING:
        state = state_of(key)
        assert due(key) is None and not has_auto_passes(state, "minutes") and not is_interference_question(state)
        with pytest.raises(Conflict):
            does(key, state.player, "wait")
        plays_on(key, chance)


def test_whatever_the_asked_seat_holds_the_other_side_sees_the_same_bytes_and_the_same_pause(
    roland: User, elinor: User, stranger: User, facts: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Dealt again behind its back, with an interference card that fits, with others or without any."""
    key = between(person(roland), person(elinor), AGREED).game.key
    clients, chance, compared = (signed_in(roland), signed_in(elinor)), random.Random(2), 0
    onlooker = signed_in(stranger)
    monkeypatch.setattr("online.table.presenters.onlooker_count", lambda _key: 0)  # each look is counted
    while (loaded := load_game(key)).game.status == Game.Status.PLAYING and compared < 6:
        state = state_of(key)
        place = state.player
        asking = [
            one.do
            for one in seat_offers(state, place)
            if is_response_window(carry_out_offer(state, place, one.do)[-1].state)
        ]
        if asking and state.player_in_turn == place:
            do = chance.choice(asking)
            told: list[tuple[datetime | None, str, list[str], list[str]]] = []
            for variant in (state, *(with_other_hidden_cards(facts, state, place, chance) for _ in range(2))):
                with transaction.atomic():
                    Game.objects.filter(key=key).update(position=state_as_text(variant))
                    drop_cached_game(key)
                    does(key, place, do)
                    at, seen = due(key), everything_seen(clients[place], key)
                    watched = onlooker.get(reverse("online:watch", args=[key])).content.decode()
                    if is_interference_question(state_of(key)):
                        does(key, 1 - place, "wait")
                    told.append((at, DRAWN_FOR_EACH.sub("", watched), seen, everything_seen(clients[place], key)))
                    transaction.set_rollback(True)
                drop_cached_game(key)
            for pause, watched, before, after in told:
                assert (pause, watched) == told[0][:2]
                for mine, first in zip((*before, *after), told[0][2] * 2, strict=True):
                    assert mine == first  # nor does it see that the asked seat waits
            compared += 1
        plays_on(key, chance)
        if (at := due(key)) is not None:
            expire_due(at)
    assert compared == 6, loaded.game.status


def test_a_pause_has_a_length_by_chance_and_is_passed_by_the_clock(
    roland: User, elinor: User, django_capture_on_commit_callbacks: Callable[..., AbstractContextManager[Any]]
) -> None:
    key = between(person(roland), person(elinor), AGREED).game.key
    place, lengths = plays_until_asked(key), set()
    long_ago = timezone.now() - timedelta(hours=1)
    for _ in range(4):
        at = due(key)
        assert at is not None
        lengths.add((at - timezone.now()).total_seconds())
        actions, meta = GameAction.objects.count(), view_meta(key, place)
        assert meta["pause"] == (at - timezone.now()).total_seconds() and view_meta(key, 1 - place)["pause"] is None
        GameSeat.objects.update(seen=long_ago)
        expire_due(at - timedelta(milliseconds=1))
        assert GameAction.objects.count() == actions
        with django_capture_on_commit_callbacks(execute=True):
            expire_due(at)
        last = GameAction.objects.latest("number")
        assert (last.action, due(key)) == ("pass", None)
        # No one learns from it who is there.
        assert load_game(key).seats[last.place].seen == long_ago
        place = plays_until_asked(key)
    assert all(PAUSE_SECONDS[0] <= one <= PAUSE_SECONDS[1] for one in lengths)
    assert len(lengths) == 4


def view_meta(key: str, place: int) -> dict[str, Any]:
    loaded = load_game(key)
    client = signed_in(loaded.seats[place].person.user)  # type: ignore[union-attr, arg-type]
    return dict(client.get(reverse("online:view", args=[key])).json()["meta"])


def test_a_seat_that_waits_has_its_clock_for_the_answer(roland: User, elinor: User) -> None:
    key = between(person(roland), person(elinor), GameTerms(clock="minutes", interference=True)).game.key
    place = plays_until_asked(key)
    at, game = due(key), Game.objects.get(key=key)
    assert at is not None and game.running_since == at  # the pause itself costs no time
    does(key, place, "wait")
    assert view_meta(key, place)["pause"] is None
    Heartbeat.objects.update(at=at + timedelta(seconds=20))
    assert expire_due(at + timedelta(seconds=20)) == 0
    assert state_of(key).player == place
    with pytest.raises(Conflict):
        does(key, place, "wait")
    with pytest.raises(Conflict):
        does(key, 1 - place, "wait")
    clock = clock_of_game(load_game(key))
    assert clock is not None and clock.side == place and clock.is_answer
    deadline = Game.objects.get(key=key).deadline
    assert deadline is not None
    assert deadline - at == timedelta(milliseconds=clock.left[place] + clock.bank[place])
    Heartbeat.objects.update(at=deadline)
    assert expire_due(deadline) == 1


def test_an_order_ends_a_pause_when_it_would_end_anyway(roland: User, elinor: User) -> None:
    dues = []
    for is_ordered in (True, False):
        key = between(person(roland), person(elinor), AGREED).game.key
        Game.objects.filter(key=key).update(chance=5)
        for place in (0, 1) if is_ordered else ():
            GameSeat.objects.filter(game__key=key, place=place).update(lets_be_until=1)
        plays_until_asked(key)
        dues.append(due(key))
    assert dues[0] == dues[1] is not None


def test_where_a_decision_has_days_only_an_order_answers_after_minutes(roland: User, elinor: User) -> None:
    key = between(person(roland), person(elinor), GameTerms(clock="day", interference=True)).game.key
    place = plays_until_asked_by_days(key)
    assert due(key) is None and view_meta(key, place)["pause"] is None
    does(key, place, "pass")
    GameSeat.objects.update(lets_be_until=99)
    while not is_interference_question(state := state_of(key)) or state.player == state.player_in_turn:
        GameSeat.objects.update(lets_be_until=state.board.number)
        plays_on(key, random.Random(1))
    at = due(key)
    assert at is not None and DELAY_SECONDS[0] <= (at - timezone.now()).total_seconds() <= DELAY_SECONDS[1]
    with pytest.raises(Conflict):
        does(key, state.player, "wait")


def plays_until_asked_by_days(key: str) -> int:
    chance = random.Random(4)
    while not is_interference_question(state_of(key)):
        plays_on(key, chance)
    return state_of(key).player


def test_one_is_also_asked_with_a_pause_about_interference_in_one_s_own_turn(roland: User, elinor: User) -> None:
    key = between(person(roland), person(elinor), AGREED).game.key
    place = plays_until_asked(key, own_turn=True)
    view = view_of_side(load_game(key), place)
    assert view.question is not None and view.question.key == "answer interference"
    assert view.question.card[1:] in {"I402", "I404", "I407"}
    assert due(key) is not None


def test_the_asked_seat_sees_which_character_it_answers_and_no_other_card_of_the_hand(
    roland: User, elinor: User
) -> None:
    key = between(person(roland), person(elinor), AGREED).game.key
    place = plays_until_asked(key)
    loaded, view = load_game(key), view_of_side(load_game(key), place)
    assert view.question is not None and view.question.key == "answer character"
    played = GameAction.objects.latest("number").events[-1]
    assert played[1:4] == ["play", 1 - place, view.question.card]
    state = state_of(key)
    others = {name for name in view.facts if name != view.question.card[1:]}
    codes = {one.code for one in (state.table.facts[card] for card in state.hand_of(1 - place))}
    shown = {facts.code for name, facts in view.facts.items() if name in others}
    mine = {state.table.facts[card].code for card in state.hand_of(place)}
    assert not (codes - mine) & shown
    main = view.options.main
    assert main is not None and main.do == "pass"
    assert loaded.game.decides == place


def test_the_last_turn_is_shown_whole_though_its_questions_have_passed(roland: User, elinor: User) -> None:
    key, passed = between(person(roland), person(elinor), AGREED).game.key, 0
    chance = random.Random(4)
    number = state_of(key).board.number
    for _ in range(60):
        if (at := due(key)) is not None and state_of(key).player != state_of(key).player_in_turn:
            expire_due(at)
            passed += 1
            drop_cached_game(key)  # nor does it matter who has seen the game so far
        else:
            plays_on(key, chance)
        state, loaded = state_of(key), load_game(key)
        if passed >= 2 and state.board.number > number and state.player == state.player_in_turn:
            seat = loaded.seats[state.player]
            texts = " ".join(frame["text"] for frame in frames_of_last_turn(loaded, seat, timezone.now()))
            assert "plays" in texts and "announces" in texts
            return
        if state.board.number > number and passed < 2:
            number, passed = state.board.number, 0
    raise AssertionError("no turn had both questions")


@pytest.mark.parametrize("level", ["beginner", "club"])
def test_the_computer_answers_at_once_whatever_it_holds(roland: User, level: str) -> None:
    new = NewGame(AGREED, VULCA, level, DeckChoice(people="Hoax"), accepts_texts=True)
    key, chance = services.create_game(person(roland), new).game.key, random.Random(5)
    for _ in range(40):
        loaded = load_game(key)
        if loaded.game.status != Game.Status.PLAYING:
            break
        assert loaded.game.decides == 0
        if loaded.game.answer_due is not None:
            expire_due(loaded.game.answer_due)
        else:
            plays_on(key, chance)
    assert GameAction.objects.filter(place=1, action="pass").exists()


def test_a_pause_stands_still_while_the_server_is_down(roland: User, elinor: User) -> None:
    key = between(person(roland), person(elinor), AGREED).game.key
    plays_until_asked(key)
    at, now = due(key), timezone.now()
    Heartbeat.objects.update(at=now)
    assert at is not None and record_heartbeat(now + timedelta(minutes=5))
    assert due(key) == at + timedelta(minutes=5)


def test_by_forms_one_waits_and_interferes(roland: User, elinor: User) -> None:
    key = between(person(roland), person(elinor), AGREED).game.key
    place = plays_until_asked(key)
    clients = signed_in(roland), signed_in(elinor)
    page = clients[place].get(reverse("online:table", args=[key]))
    text = page.content.decode()
    assert 'value="wait"' in text and "character?" in text
    assert 'http-equiv="refresh"' not in text
    other = clients[1 - place].get(reverse("online:table", args=[key])).content.decode()
    assert 'value="wait"' not in other and '<noscript><meta http-equiv="refresh"' in other
    sent = {"do": "wait", "version": page.context["game_view"]["version"]}
    assert clients[place].post(reverse("online:act", args=[key]), sent).status_code == 302
    page = clients[place].get(reverse("online:table", args=[key]))
    assert 'value="wait"' not in page.content.decode() and page.context["game_view"]["yours"]
    refused = clients[place].post(reverse("online:act", args=[key]), {**sent, "version": 10**6}, headers=JSON)
    assert refused.status_code == 409
    assert json.loads(refused.content)["view"]["meta"]["pause"] is None


def test_an_open_game_says_that_interference_cards_are_agreed(roland_client: Client, stranger: User) -> None:
    roland_client.post("/play/new/", {"level": "friend", "deck": "people:Vulca", "interference": "on"})
    game = Game.objects.get()
    assert game.interference
    invited = signed_in(stranger).get(f"/play/{game.key}/join/{game.join_key}/").content.decode()
    assert "Play with interference cards" in invited


def test_a_position_stored_before_goes_on_without_questions(facts: Catalogue) -> None:
    text = "TM1 r=4 set=ask-before-announcing:yes turn=0 n=3 ph=engage el=fire h0=V05.V06 d0=T01 h1=H01.H02 c1=H09"
    state = state_from_text(facts, text)
    assert not state.table.settings.ask_always
    assert not is_response_window(carry_out_offer(state, 0, "continue+play:0V05")[-1].state)


def test_an_order_lets_a_bluff_be_after_minutes_as_a_player_would(roland: User, elinor: User) -> None:
    """Within seconds, it would tell that no person has answered; without an order, a bluff waits."""
    buka = DeckChoice(people="Buka")
    game = services.create_game(person(roland), NewGame(AGREED, buka, accepts_texts=True)).game
    services.join_game(person(elinor), key := game.key, game.join_key, buka, accepts_texts=True)
    called, chance = 0, random.Random(1)
    while called < 3 and load_game(key).game.status == Game.Status.PLAYING:
        state = state_of(key)
        if is_response_window(state) and not is_interference_question(state):
            called += 1
            at = due(key)
            assert at is not None
            assert DELAY_SECONDS[0] <= (at - timezone.now()).total_seconds() <= DELAY_SECONDS[1]
            assert view_meta(key, state.player)["pause"] is None
        GameSeat.objects.update(lets_be_until=state.board.number)
        bluffs = [one.do for one in seat_offers(state, state.player) if one.kind == "bluff"]
        if bluffs:
            does(key, state.player, bluffs[0])
        else:
            plays_on(key, chance)
    assert called == 3


def test_a_late_round_of_the_clocks_costs_no_time_and_loses_no_game(roland: User, elinor: User) -> None:
    key = between(person(roland), person(elinor), GameTerms(clock="minutes", interference=True)).game.key
    place = plays_until_asked(key)
    GameSeat.objects.update(time_left_ms=500, bank_ms=0)
    at = due(key)
    assert at is not None
    Game.objects.update(deadline=at + timedelta(milliseconds=500))
    drop_cached_game(key)
    late = at + timedelta(seconds=9)
    Heartbeat.objects.update(at=late)
    assert expire_due(late) == 0
    assert GameAction.objects.latest("number").action == "pass"
    assert load_game(key).seats[place].time_left_ms == 500


def test_a_pause_gives_no_chance_to_claim_and_waiting_does_not_change_that(roland: User, elinor: User) -> None:
    key = between(person(roland), person(elinor), AGREED).game.key
    place = plays_until_asked(key)
    GameSeat.objects.filter(place=place).update(seen=timezone.now() - timedelta(hours=1))
    drop_cached_game(key)
    before = view_meta(key, 1 - place)["claim_in"]
    assert before == CLAIM_AFTER[Game.Clock.NONE].total_seconds()
    GameSeat.objects.filter(place=place).update(seen=timezone.now())
    does(key, place, "wait")
    GameSeat.objects.filter(place=place).update(seen=timezone.now() - timedelta(hours=1))
    drop_cached_game(key)
    assert view_meta(key, 1 - place)["claim_in"] == before


def test_no_pause_outlives_its_game(roland: User, elinor: User) -> None:
    key = between(person(roland), person(elinor), AGREED).game.key
    place = plays_until_asked(key)
    endings.resign(load_game(key).seats[1 - place].person, key)
    assert due(key) is None and view_meta(key, place)["pause"] is None
