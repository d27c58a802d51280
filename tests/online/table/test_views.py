"""The table by its addresses: page, view, actions, and what players and strangers may see."""

from __future__ import annotations

import random
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from accounts.models import User
from boards.pages.words import local_name
from game.engine.table import bits
from game.powers import verbs
from online.core.positions import card_id
from online.core.terms import GameTerms
from online.games import services
from online.games.loaded import load_game
from online.games.services import NewGame
from online.models import Game, GameSeat
from tests.drafts.tables import person
from tests.effort import THOROUGH
from tests.online.games_made import HOAX, VULCA, against_computer, between, opened

pytestmark = pytest.mark.usefixtures("db_catalogue")
JSON = {"Accept": "application/json"}
# After so many steps the player who doesn’t decide reads the table as well.
OTHERS_STEP = 1 if THOROUGH else 8


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def view_of(client: Client, key: str, **query: Any) -> dict[str, Any]:
    return dict(client.get(reverse("online:view", args=[key]), query).json())


@pytest.mark.usefixtures("each_position_is_read_once")
def test_a_whole_game_of_two_by_forms(roland: User, elinor: User) -> None:
    key = between(person(roland), person(elinor)).game.key
    clients, chance = [signed_in(roland), signed_in(elinor)], random.Random(5)
    for step in range(400):
        game = load_game(key).game
        if game.status == Game.Status.OVER:
            break
        assert game.decides is not None
        page = clients[game.decides].get(reverse("online:table", args=[key]))
        view = page.context["game_view"]
        assert view["yours"] and view["offers"]
        for offer in view["offers"]:
            assert offer["do"] in page.content.decode()
        if step % OTHERS_STEP == 0:
            other = view_of(clients[1 - game.decides], key)
            assert not other["yours"] and not other["offers"]
        offer = chance.choice(view["offers"])
        sent = {"do": offer["do"], "version": view["version"]}
        assert clients[game.decides].post(reverse("online:act", args=[key]), sent).status_code == 302
    views = [client.get(reverse("online:table", args=[key])).context["game_view"] for client in clients]
    assert {view["result"]["winner"] for view in views} == {"you", "opponent"}
    assert load_game(key).game.status == Game.Status.OVER


@pytest.mark.parametrize("level", ["beginner", "club", "strong"])
def test_a_whole_game_against_the_computer_by_script(roland: User, level: str) -> None:
    key = against_computer(person(roland), level).game.key
    client, chance = signed_in(roland), random.Random(5)
    view = view_of(client, key)
    while view["status"] == "playing":
        assert view["yours"] and view["offers"]
        sent = {"do": chance.choice(view["offers"])["do"], "version": view["version"]}
        view = client.post(reverse("online:act", args=[key]), sent, headers=JSON).json()
    assert view["result"]["winner"] in ("you", "opponent")


@pytest.fixture
def key(roland: User, elinor: User) -> str:
    return between(person(roland), person(elinor)).game.key


def sent_first(client: Client, key: str) -> dict[str, Any]:
    view = view_of(client, key)
    return {"do": view["offers"][0]["do"], "version": view["version"]}


def test_an_answer_to_a_script_is_the_own_view(key: str, roland: User) -> None:
    client = signed_in(roland)
    answer = client.post(reverse("online:act", args=[key]), sent_first(client, key), headers=JSON)
    assert answer.status_code == 200 and answer.json()["version"] == view_of(client, key)["version"]
    assert "no-store" in answer["Cache-Control"] and "private" in answer["Cache-Control"]


def test_a_refusal_to_a_script_brings_the_view_along(key: str, roland: User, elinor: User) -> None:
    client = signed_in(roland)
    sent = sent_first(client, key)
    client.post(reverse("online:act", args=[key]), sent, headers=JSON)
    twice = client.post(reverse("online:act", args=[key]), sent, headers=JSON)
    assert twice.status_code == 409 and twice.json()["error"]["code"] == "conflict"
    assert twice.json()["view"] == view_of(client, key)
    wrong = {"do": "play:0V99", "version": twice.json()["view"]["version"]}
    refused = client.post(reverse("online:act", args=[key]), wrong, headers=JSON)
    assert refused.status_code in (400, 409) and refused.json()["error"]["message"]


def test_a_refusal_names_cards_in_the_language_of_the_reader(roland: User) -> None:
    loaded = services.create_game(person(roland), NewGame(GameTerms(), VULCA, "club", HOAX, starts=0))
    key, state, client = loaded.game.key, loaded.state, signed_in(roland)
    assert state is not None
    characters = state.table.mine[0] & state.table.kinds[verbs.CHARACTER]
    card = bits(characters & ~state.copy_board().hand[0])[0]
    for do in ("continue", f"play:{card_id(state.table, card)}"):
        sent = {"do": do, "version": view_of(client, key)["version"]}
        headers = {**JSON, "Accept-Language": "de"}
        answer = client.post(reverse("online:act", args=[key]), sent, headers=headers).json()
    with override("de"):
        assert answer["error"]["message"] == f"{local_name(state.table.facts[card])} ist nicht auf der Hand."
    assert state.table.facts[card].label not in answer["error"]["message"]


def test_a_refusal_of_a_form_is_a_message_at_the_table(key: str, roland: User) -> None:
    client = signed_in(roland)
    answer = client.post(reverse("online:act", args=[key]), {"do": "pass", "version": "99"}, follow=True)
    assert "The game has moved on" in answer.content.decode()


def test_a_view_that_has_not_changed_is_not_sent_again(key: str, roland: User) -> None:
    client = signed_in(roland)
    first = client.get(reverse("online:view", args=[key]))
    again = client.get(reverse("online:view", args=[key]), headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    client.post(reverse("online:act", args=[key]), sent_first(client, key), headers=JSON)
    new = client.get(reverse("online:view", args=[key]), headers={"If-None-Match": first["ETag"]})
    assert new.status_code == 200


def test_strangers_see_who_plays_and_nothing_else(key: str, stranger: User) -> None:
    for client in (signed_in(stranger), Client()):
        page = client.get(reverse("online:table", args=[key]))
        assert page.status_code == 200 and "Roland – Elinor" in page.content.decode()
        assert client.get(reverse("online:view", args=[key])).status_code == 403
        assert client.post(reverse("online:act", args=[key]), {"do": "pass"}, headers=JSON).status_code == 403


def test_frames_tell_what_the_computer_did_since(roland: User) -> None:
    client, chance = signed_in(roland), random.Random(1)
    key = against_computer(person(roland)).game.key
    view, told = view_of(client, key), 0
    for _ in range(40):
        if view["status"] != "playing":
            break
        sent = {"do": chance.choice(view["offers"])["do"], "version": view["version"]}
        client.post(reverse("online:act", args=[key]), sent)
        since, view = view["version"], view_of(client, key, since=view["version"])
        assert view["version"] == since + 1
        told += len(view["frames"])
        assert "frames" not in view_of(client, key)
    assert told > 20
    assert client.get(reverse("online:turn", args=[key]), headers=JSON).json()["frames"]
    log = client.get(reverse("online:log", args=[key]), headers=JSON).json()["log"]
    assert len(log) > 20 and all(event["text"] for event in log)


def test_a_page_of_an_open_game_waits_until_it_starts(roland: User, elinor: User) -> None:
    host, friend = signed_in(roland), signed_in(elinor)
    game = opened(person(roland)).game
    table = reverse("online:table", args=[game.key])
    assert reverse("online:join", args=[game.key, game.join_key]) in host.get(table).content.decode()
    assert game.join_key not in friend.get(table).content.decode()
    assert host.get(f"{table}?waiting").status_code == 204
    services.join_game(person(elinor), game.key, game.join_key, HOAX)
    assert host.get(f"{table}?waiting")["HX-Refresh"] == "true"
    assert "game_view" in host.get(table).context


@pytest.mark.parametrize("name", ["resign", "draw", "claim", "finish", "rematch"])
def test_what_changes_a_game_is_a_post_of_its_players(name: str, key: str, roland: User, stranger: User) -> None:
    address = reverse(f"online:{name}", args=[key])
    assert signed_in(roland).get(address).status_code == 405
    assert signed_in(stranger).post(address).status_code == 403
    assert signed_in(roland).post(address).status_code == 302
    assert Client(enforce_csrf_checks=True).post(address).status_code == 403


def test_a_draw_is_offered_and_declined_by_a_form(key: str, roland: User, elinor: User) -> None:
    address = reverse("online:draw", args=[key])
    signed_in(roland).post(address)
    assert view_of(signed_in(elinor), key)["meta"]["draw_offered"] == "opponent"
    signed_in(elinor).post(address, {"answer": "no"})
    assert view_of(signed_in(roland), key)["meta"]["draw_offered"] == ""


def test_a_player_who_is_gone_is_shown_so(key: str, roland: User, elinor: User) -> None:
    client = signed_in(roland)
    assert view_of(client, key)["meta"]["opponent_here"]
    GameSeat.objects.filter(person=person(elinor)).update(seen=timezone.now() - timedelta(seconds=31))
    assert not view_of(client, key)["meta"]["opponent_here"]
    view_of(signed_in(elinor), key)
    assert view_of(client, key)["meta"]["opponent_here"]


def test_a_form_lets_the_computer_finish_where_both_agreed(roland: User, elinor: User) -> None:
    people = person(roland), person(elinor)
    for agreed in (False, True):
        loaded = between(*people, GameTerms(computer_finishes=agreed))
        gone, here = (loaded.seats[place] for place in (loaded.game.started_by, 1 - loaded.game.started_by))
        client = signed_in(roland if here.person_id == people[0].pk else elinor)
        GameSeat.objects.filter(pk=gone.pk).update(seen=timezone.now() - timedelta(minutes=3))
        page = client.get(reverse("online:table", args=[loaded.game.key])).content.decode()
        assert ("Let the computer finish" in page) == agreed
        client.post(reverse("online:finish", args=[loaded.game.key]))
        assert GameSeat.objects.get(pk=gone.pk).stand_in == ("club" if agreed else "")
        assert ("(computer)" in view_of(client, loaded.game.key)["opponent"]["name"]) == agreed


def test_a_rematch_leads_to_the_new_game(roland: User) -> None:
    client = signed_in(roland)
    key = against_computer(person(roland)).game.key
    assert client.post(reverse("online:resign", args=[key]), headers=JSON).json()["result"]["winner"] == "opponent"
    answer = client.post(reverse("online:rematch", args=[key]))
    again = Game.objects.get(rematch_of__key=key)
    assert answer["Location"] == again.get_absolute_url()
    assert view_of(client, key)["result"]["rematch"]["url"] == again.get_absolute_url()


def test_the_api_creates_reads_and_plays_a_game(roland: User, elinor: User) -> None:
    host, friend = signed_in(roland), signed_in(elinor)
    sent = {"people": "Vulca", "clock": "minutes"}
    made = host.post("/api/v1/online-games/", sent, content_type="application/json")
    assert made.status_code == 201, made.content
    key, invitation = made.json()["key"], made.json()["invitation"]
    address = f"/api/v1/online-games/{key}/"
    assert host.get(address).json() == {"version": 0, "status": "open", "yours": False}
    joined = friend.post(f"{address}join/{invitation}/", {"people": "Hoax"}, content_type="application/json")
    assert joined.status_code == 200 and joined.json()["status"] == "playing"
    for client in (host, friend):
        view = client.get(address).json()
        sent = {"do": view["offers"][0]["do"] if view["yours"] else "pass", "version": view["version"]}
        acted = client.post(f"{address}act/", sent, content_type="application/json")
        assert acted.status_code == 200 if view["yours"] else acted.status_code == 409
    line = host.get("/api/v1/online-games/").json()["results"][0]
    assert line["key"] == key and [player["name"] for player in line["players"]] == ["Roland", "Elinor"]
    assert "invitation" not in line
    assert friend.post(f"{address}resign/").json()["result"]["winner"] == "opponent"
