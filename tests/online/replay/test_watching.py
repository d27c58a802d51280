"""Watching a running game: the table without hands, for everyone but its players."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from boards.core.notation import short_card_code
from cards.core.facts import Catalogue
from live import onlookers
from matches.models import Event, Match, Pairing, Role
from online.core.offers import seat_offers
from online.games import endings, services
from online.games.loaded import drop_cached_game, load_game
from online.games.queries import steps_of_game
from online.matches_played import terms_of_match
from online.models import Game, GameAction, GameSeat
from online.replay.presenters import watch_context
from online.replay.queries import (
    HANDS_DELAY,
    HANDS_DELAY_STEPS,
    states_after_actions,
    steps_not_taken_back,
    steps_with_open_hands,
)
from online.table.presenters import view_of_seat
from tests.drafts.tables import person
from tests.matches.events.builders import made_event, paired
from tests.online.games_made import between, opened, play_on
from tests.online.table.test_leaks import hidden_of, marks_of
from tests.online.table.test_views import signed_in, view_of

pytestmark = pytest.mark.usefixtures("db_catalogue")


@pytest.fixture(autouse=True)
def no_onlookers_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(onlookers, "_seen", type(onlookers._seen)())


@pytest.fixture
def key(roland: User, elinor: User) -> str:
    return between(person(roland), person(elinor)).game.key


def watch(client: Client, key: str, **query: Any) -> Any:
    return client.get(reverse("online:watch", args=[key]), query)


def test_anyone_with_the_link_sees_the_table_of_a_running_game(key: str, stranger: User) -> None:
    for client in (Client(), signed_in(stranger)):
        page = watch(client, key)
        assert page.status_code == 200 and "Roland’s turn" in page.content.decode()
        assert reverse("online:watch", args=[key]) in client.get(reverse("online:table", args=[key])).content.decode()


def test_players_are_led_to_their_own_table(key: str, roland: User) -> None:
    assert watch(signed_in(roland), key).url == reverse("online:table", args=[key])


def test_an_open_game_is_not_watched_and_a_finished_one_leads_to_its_replay(roland: User, elinor: User) -> None:
    game = opened(person(roland)).game
    assert watch(Client(), game.key).url == reverse("online:table", args=[game.key])
    key = between(person(roland), person(elinor)).game.key
    tag = watch(Client(), key).context["tag"]
    endings.resign(person(elinor), key)
    assert watch(Client(), key).url == reverse("online:replay", args=[key])
    asked_again = watch(Client(), key, seen=tag, me="0000beef")
    assert "Resigned." in asked_again.content.decode() and "Roland" in asked_again.context["due"]


@pytest.mark.parametrize("page", ["watch", "screen"])
def test_an_onlooker_stays_for_the_next_game(key: str, roland: User, elinor: User, page: str) -> None:
    def asks_again() -> Any:
        return Client().get(reverse(f"online:{page}", args=[key]), {"seen": "before", "me": "0000beef"})

    endings.resign(person(elinor), key)
    for user in (roland, elinor):
        assert "next game here" in asks_again().content.decode()
        rematch = endings.ask_for_rematch(person(user), key).game
    assert asks_again()["HX-Redirect"] == reverse(f"online:{page}", args=[rematch.key])
    Game.objects.filter(key=rematch.key).update(hidden=timezone.now())
    assert "next game here" in asks_again().content.decode()


def test_a_television_shows_the_board_and_nothing_to_press(key: str, roland: User) -> None:
    for client in (Client(), signed_in(roland)):
        page = (
            client.get(reverse("online:screen", args=[key])).content.decode().split("</header>")[1].split("</main>")[0]
        )
        assert "Roland’s turn" in page and "<button" not in page and "<form" not in page


@pytest.mark.usefixtures("stopped_clock", "each_position_is_read_once")
def test_nothing_hidden_is_seen_and_a_silent_action_changes_nothing(
    key: str, roland: User, elinor: User, facts: Catalogue
) -> None:
    people, chance = (person(roland), person(elinor)), random.Random(11)
    client, silent, heard = Client(), 0, 0
    tag = watch(client, key, me="0000beef").context["tag"]
    while (loaded := load_game(key)).game.status == Game.Status.PLAYING:
        assert loaded.state is not None
        place = loaded.state.player
        offer = chance.choice(seat_offers(loaded.state, place))
        seat = loaded.own_seat(people[place])
        before = view_of(signed_in((roland, elinor)[1 - place]), key)["version"]
        services.write_action_alone(people[place], key, seat.view_version, offer.do)
        if Game.objects.get().status == Game.Status.OVER:
            break
        is_silent = view_of(signed_in((roland, elinor)[1 - place]), key)["version"] == before
        answer = watch(client, key, seen=tag, me="0000beef")
        if is_silent:
            assert answer.status_code == 204
            silent += 1
            continue
        heard += answer.status_code == 200
        tag = answer.context["tag"] if answer.status_code == 200 else tag
        both = marks_of({code for side in (0, 1) for code in hidden_of(load_game(key), side)}, facts)
        assert not both.search(f"{answer.headers}{answer.content.decode()}")
    assert silent > 3 and heard > 20


def test_the_players_see_how_many_watch(key: str, roland: User) -> None:
    assert view_of(signed_in(roland), key)["meta"]["onlookers"] == 0
    for token in ("0000beef", "0000beef", "0000cafe", "not a token", "<script>"):
        watch(Client(), key, me=token)
    assert view_of(signed_in(roland), key)["meta"]["onlookers"] == 2
    page = signed_in(roland).get(reverse("online:table", args=[key])).content.decode()
    assert "Watching: 2" in page


def test_an_onlooker_who_asks_no_more_has_left(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr("live.onlookers.time.monotonic", lambda: now[0])
    watch(Client(), key, me="0000beef")
    assert onlookers.onlooker_count(key) == 1
    now[0] += onlookers.GONE_AFTER_S + 1
    assert onlookers.onlooker_count(key) == 0


def test_no_more_games_and_onlookers_are_remembered_than_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(onlookers, "MAX_WATCHED", 3)
    monkeypatch.setattr(onlookers, "MAX_ONLOOKERS", 4)
    for game in range(9):
        for page in range(9):
            onlookers.record_onlooker(f"g{game}", f"{page:08x}")
    assert [onlookers.onlooker_count(f"g{game}") for game in range(9)] == [0] * 6 + [4] * 3


def test_what_is_watched_after_many_turns_is_the_newest(key: str, roland: User, elinor: User) -> None:
    play_on(key, person(roland), person(elinor), steps=30)
    context, state = watch(Client(), key).context, load_game(key).state
    assert state is not None and context["happened"]
    assert context["game_view"]["you"]["power"] == state.power(0)


def test_what_onlookers_hear_does_not_depend_on_who_acted_unseen(key: str, roland: User, elinor: User) -> None:
    """An action that shows nothing may begin a streak, and with it the earliest one is no longer loaded."""
    told = 0
    for _nth in range(12):
        loaded = play_on(key, person(roland), person(elinor), steps=4)
        if loaded.state is None or loaded.game.status != Game.Status.PLAYING:
            break
        whole = watch_context(loaded)
        for at in range(1, len(loaded.recent)):
            assert watch_context(replace(loaded, recent=loaded.recent[at:])) == whole
        turns = {one["turn"] for one in whole["happened"]}
        assert turns <= {loaded.state.board.number, loaded.state.board.number - 1}
        told += len(turns) == 2
    assert told


def of_event(key: str, owner: User) -> Event:
    """Make the running game one of the first table of an event."""
    event = made_event(person(owner))
    paired(event, 1)
    pairing = Pairing.objects.filter(round__event=event, match__isnull=False).select_related("match").first()
    assert pairing is not None and pairing.match is not None
    first, second = load_game(key).seats
    Match.objects.filter(pk=pairing.match.pk).update(player_a=first.person, player_b=second.person)
    Game.objects.filter(key=key).update(match=pairing.match)
    drop_cached_game(key)
    return event


def rule(client: Client, key: str, to: int, last: int) -> Any:
    return client.post(reverse("online:rule_back", args=[key]), {"to": to, "last": last})


def test_a_judge_takes_a_game_back_and_both_players_see_it(
    key: str, roland: User, elinor: User, stranger: User
) -> None:
    event = of_event(key, stranger)
    judge = User.objects.create(username="Judge")
    Role.objects.create(event=event, person=person(judge), kind=Role.Kind.JUDGE)
    play_on(key, person(roland), person(elinor), steps=20)
    context = watch(signed_in(judge), key).context
    to, last = context["back_steps"][3]["to"], context["last_step"]
    versions = [seat.view_version for seat in load_game(key).seats]
    for client in (Client(), signed_in(roland)):
        assert "back_steps" not in (watch(client, key).context or {})
        assert rule(client, key, to, last).status_code == 403
    assert [seat.view_version for seat in load_game(key).seats] == versions
    for sent in ((to, last - 1), (last, last), (-1, last)):
        rule(signed_in(judge), key, *sent)
        assert [seat.view_version for seat in load_game(key).seats] == versions
    rule(signed_in(judge), key, to, last)
    loaded = load_game(key)
    assert all(seat.view_version > before for seat, before in zip(loaded.seats, versions, strict=True))
    assert len(steps_not_taken_back(loaded.game)) == to
    for user in (roland, elinor):
        assert "The judge takes the game back" in str(view_of(signed_in(user), key)["last"])
    play_on(key, person(roland), person(elinor))
    steps = steps_of_game(load_game(key).game)
    assert sum(step.is_undone for step in steps) == last - to
    page = Client().get(reverse("online:replay", args=[key]), {"step": to + 1}).content.decode()
    assert "taken back later" in page


def test_moves_of_an_event_are_final_unless_its_organiser_allows_taking_them_back(key: str, stranger: User) -> None:
    event = of_event(key, stranger)
    match = load_game(key).game.match
    assert match is not None and terms_of_match(match).moves_final
    Event.objects.filter(pk=event.pk).update(take_back=True)
    assert not terms_of_match(Match.objects.get(pk=match.pk)).moves_final


def agree(client: Client, key: str, answer: str = "yes") -> Any:
    return client.post(reverse("online:hands", args=[key]), {"visible": answer})


def open_hands_of(key: str) -> tuple[int | None, list[str]]:
    loaded, now = load_game(key), timezone.now()
    views = [view_of_seat(loaded, seat, now) for seat in loaded.seats]
    return loaded.game.hands_from, [view["meta"]["open_hands"] for view in views]


def test_onlookers_see_hands_once_both_players_agree_and_until_either_withdraws(
    key: str, roland: User, elinor: User, stranger: User
) -> None:
    first, second = signed_in(roland), signed_in(elinor)
    assert agree(signed_in(stranger), key).status_code == agree(Client(), key).status_code == 403
    agree(first, key)
    assert open_hands_of(key) == (None, ["you", "opponent"])
    assert "both hands" not in watch(Client(), key).content.decode()
    agree(second, key, "no")
    assert open_hands_of(key) == (None, ["", ""])
    agree(first, key)
    agree(second, key)
    assert open_hands_of(key) == (2, ["both", "both"])
    assert "?hands=yes" in watch(Client(), key).content.decode()
    page = watch(Client(), key, hands="yes", me="0000beef")
    assert "The hands will be here" in page.content.decode() and not page.context["hands"]
    watch(Client(), key, me="0000cafe")
    meta = view_of(first, key)["meta"]
    assert meta["hand_onlookers"] == 1 < meta["onlookers"]
    agree(first, key, "no")
    assert open_hands_of(key) == (None, ["", ""])
    assert not watch(Client(), key, hands="yes").context["sees_hands"]


def test_a_computer_that_finishes_for_a_player_does_not_agree_for_them(key: str, roland: User) -> None:
    GameSeat.objects.filter(game__key=key).exclude(person=person(roland)).update(stand_in="club")
    agree(signed_in(roland), key)
    assert Game.objects.get().hands_from is None


def test_a_player_is_never_shown_the_hands(key: str, roland: User, elinor: User) -> None:
    Game.objects.filter(key=key).update(hands_from=1)
    for user in (roland, elinor):
        assert watch(signed_in(user), key, hands="yes").url == reverse("online:table", args=[key])
        assert "HX-Redirect" in watch(signed_in(user), key, hands="yes", seen="nothing").headers


def test_a_guest_who_plays_is_never_shown_the_hands() -> None:
    guest = Client()
    form = {"level": "club", "deck": "people:Vulca", "accepts_texts": "on", "nickname": "Elinor"}
    table = str(guest.post(reverse("online:new"), form)["Location"])
    assert guest.post(f"{table}hands/", {"visible": "yes"}).status_code == 302
    assert Game.objects.get().hands_from is not None
    assert guest.get(f"{table}watch/?hands=yes")["Location"] == table


def test_hands_are_late_by_steps_and_by_time_and_tell_nothing_newer(
    key: str, roland: User, elinor: User, facts: Catalogue
) -> None:
    Game.objects.filter(key=key).update(hands_from=2)
    people, client, shown, tag = (person(roland), person(elinor)), Client(), 0, ""
    for _nth in range(45):
        loaded = play_on(key, *people, steps=2)
        if loaded.game.status != Game.Status.PLAYING:
            break
        GameAction.objects.update(at=timezone.now() - HANDS_DELAY)
        answer = watch(client, key, hands="yes", seen=tag, me="0000beef")
        late, number = steps_with_open_hands(loaded.game, timezone.now())
        assert len(late) <= max(0, len(steps_not_taken_back(loaded.game)) - HANDS_DELAY_STEPS)
        if answer.status_code == 204 or not answer.context["hands"]:
            continue
        shown, tag = shown + 1, answer.context["tag"]
        then = states_after_actions(loaded, number)[0]
        seen = {name[1:] for step in late for event in step.events for name in (*event.cards, event.on)}
        ahead = {short_card_code(then.table.code(card)) for place in (0, 1) for card in then.deck_of(place)} - seen
        assert not marks_of(ahead, facts).search(f"{answer.headers}{answer.content.decode()}")
    assert shown > 5
    GameAction.objects.update(at=timezone.now())
    assert not watch(client, key, hands="yes").context["hands"]


def test_an_unseen_action_changes_nothing_for_onlookers_with_hands(key: str, roland: User, elinor: User) -> None:
    play_on(key, person(roland), person(elinor), steps=40)
    Game.objects.filter(key=key).update(hands_from=1)
    now = timezone.now() + HANDS_DELAY
    before = steps_with_open_hands(load_game(key).game, now)
    last = GameAction.objects.order_by("number").last()
    assert last is not None and before[1]
    last.pk, last.number, last.action, last.events = None, last.number + 1, "pass", []
    last.save()
    assert steps_with_open_hands(load_game(key).game, now) == before
