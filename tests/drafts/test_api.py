"""API of drafts: set-up, seats, picks, and the errors of each."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from django.test import Client

from accounts.models import ApiToken, User
from drafts.models import Draft, Pick
from drafts.table import services
from tests.drafts.tables import begun, by, guest, person, setup_for, view_of
from tests.site.api.description import described

pytestmark = pytest.mark.django_db

SETUP = {"players": 2, "peoples": ["vulca", "Hoax", "MIMIX"]}


def post(client: Client, address: str, body: Any = None, **headers: str) -> Any:
    return client.post(f"/api/v1/drafts/{address}", body or {}, content_type="application/json", headers=headers)


class Reversing(Random):
    """Random choices that fall the other way round."""

    def shuffle(self, x: Any) -> None:
        x.reverse()


def seat_token(token: str) -> dict[str, str]:
    return {"X-Seat-Token": token}


def test_the_figures_of_a_set_up(client: Client) -> None:
    answer = post(client, "preflight/", SETUP).json()
    assert answer["peoples"] == ["Vulca", "Hoax", "Mimix"]
    assert answer["figures"] == {
        "players": 2,
        "decks": 3,
        "packet": 5,
        "rounds": 9,
        "pool": 99,
        "dealt": 90,
        "rest": 9,
        "last_deal": 4,
        "kept": 39,
        "leftover": 1,
        "discards": 21,
        "sideboard": 9,
    }


@pytest.mark.parametrize(
    ("changed", "rule", "words"),
    [
        ({"players": 7}, "DRAFT-23", "2 to 6"),
        ({"players": 4}, "DRAFT-02", "4 players need 6 peoples; you’ve chosen 3"),
        ({"peoples": ["vulca", "vulca", "hoax"]}, "DRAFT-02", "Vulca is chosen more than once"),
        ({"peoples": ["vulca", "huax", "flit"]}, "DRAFT-02", "“huax” is not one of the peoples"),
        ({"step8": "up"}, "DRAFT-20", "“up”"),
        ({"players": "many"}, None, "whole number"),
        ({"peoples": "vulca"}, None, "list"),
        ({"players": None}, None, "null"),
    ],
    ids=lambda value: str(value)[:24],
)
def test_an_impossible_set_up_is_refused_with_the_rule(
    client: Client, changed: dict[str, Any], rule: str | None, words: str
) -> None:
    for address in ("preflight/", ""):
        response = post(client, address, {**SETUP, **changed})
        assert response.status_code == 400
        error = response.json()["error"]
        assert error["rule"] == rule
        assert words in error["message"]
    assert Draft.objects.count() == 0


def test_two_scripts_draft_to_the_end_with_seat_tokens(roland: User) -> None:
    _row, secret = ApiToken.issue(user=roland, name="bot")
    host = {"Authorization": f"Bearer {secret}"}
    opened = post(Client(), "", {**SETUP, "seating": "as_sat"}, **host)
    assert opened.status_code == 201
    key = opened.json()["draft"]["key"]
    joined = post(Client(), f"{key}/join/", {"nickname": "Script"}).json()
    assert (joined["seat"], joined["draft"]["seats"][1]["is_me"]) == (1, True)
    tokens = [opened.json()["seat_token"], joined["seat_token"]]
    assert post(Client(), f"{key}/start/", **seat_token(tokens[1])).status_code == 403
    assert post(Client(), f"{key}/start/", **host).json()["status"] == "drafting"
    seen: dict[str, Any] = {"status": "drafting"}
    while seen["status"] == "drafting":
        for token in tokens:
            now = Client().get(f"/api/v1/drafts/{key}/", headers=seat_token(token)).json()
            table, mine = now["table"], now["mine"]
            choice = {"round": table["round"], "number": table["number"], "card": mine["packet"][0]}
            seen = post(Client(), f"{key}/picks/", choice, **seat_token(token)).json()
    assert len(seen["mine"]["pool"]) == 39
    assert seen["pool"] is None
    assert Client().get(f"/api/v1/drafts/{key}/", headers=seat_token(tokens[0])).json()["pool"]


def test_names_and_seats_are_what_the_description_says_and_lots_may_change_a_seat(
    roland: User, elinor: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = described()["components"]["schemas"]
    assert (
        "Members who leave it out sit under their own name."
        in known["TakeSeatRequest"]["properties"]["nickname"]["description"]
    )
    assert "Members host under their own name." in known["NewDraftRequest"]["properties"]["nickname"]["description"]
    assert (
        "It can change when seats are shuffled at the start." in known["TakenSeat"]["properties"]["seat"]["description"]
    )
    host, guest_ = ({"Authorization": f"Bearer {ApiToken.issue(user=user, name='x')[1]}"} for user in (roland, elinor))
    opened = post(Client(), "", {**SETUP, "seating": "random", "nickname": "Another"}, **host).json()
    key = opened["draft"]["key"]
    joined = post(Client(), f"{key}/join/", {}, **guest_).json()
    assert [seat["name"] for seat in joined["draft"]["seats"]] == ["Roland", "Elinor"]
    monkeypatch.setattr(services, "_random", Reversing())
    begun_ = post(Client(), f"{key}/start/", **host).json()
    mine = Client().get(f"/api/v1/drafts/{key}/", headers=guest_).json()
    assert joined["seat"] == 1
    assert [seat["number"] for seat in mine["seats"] if seat["is_me"]] == [mine["mine"]["seat"]] == [0]
    assert begun_["mine"]["seat"] == 1


def test_a_guest_in_a_browser_hosts_by_his_session(client: Client) -> None:
    key = services.create_draft(host=guest("Ada"), setup=setup_for(2)).key
    client.post(f"/drafts/{key}/join/", {"nickname": "Mira"})
    answer = post(client, "", SETUP)
    assert answer.status_code == 201
    assert answer.json()["draft"]["host"] == "Mira"


def test_a_script_that_nobody_could_find_again_hosts_nothing() -> None:
    response = post(Client(), "", SETUP)
    assert response.status_code == 401
    assert "API token" in response.json()["error"]["message"]


def test_a_stranger_gets_the_public_facts(roland: User, stranger_client: Client) -> None:
    key = begun(person(roland), players=2)
    answer = stranger_client.get(f"/api/v1/drafts/{key}/").json()
    assert answer["mine"] is None
    assert answer["table"]["round"] == 1
    assert [seat["name"] for seat in answer["seats"]] == ["Roland", "Bot Ada"]


def test_saying_a_pick_twice_is_one_pick_and_another_card_a_conflict(
    roland: User, elinor: User, roland_client: Client
) -> None:
    host = person(roland)
    key = begun(host, person(elinor))
    first, second = view_of(key, host).packet[:2]
    pick = {"round": 1, "number": 1, "card": first}
    assert post(roland_client, f"{key}/picks/", pick).json()["mine"]["chosen"] == first
    assert post(roland_client, f"{key}/picks/", pick).status_code == 200
    refused = post(roland_client, f"{key}/picks/", {**pick, "card": second})
    assert refused.status_code == 409
    assert refused.json()["error"]["rule"] == "DRAFT-19"
    assert Pick.objects.count() == 1


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({}, 400),
        ({"round": 0, "number": 1, "card": "x"}, 400),
        ({"round": 1, "number": 1, "card": ["x"]}, 400),
        ({"round": 1, "number": 1, "card": "x" * 400}, 400),
        ({"round": 1, "number": 1, "card": "Vulca 99"}, 409),
        ({"round": 3, "number": 1, "card": "Vulca 01"}, 409),
    ],
    ids=lambda value: str(value)[:40],
)
def test_a_pick_that_makes_no_sense_takes_nothing(
    roland: User, roland_client: Client, body: dict[str, Any], status: int
) -> None:
    key = begun(person(roland), players=2)
    response = post(roland_client, f"{key}/picks/", body)
    assert response.status_code == status
    assert "error" in response.json()
    assert not Pick.objects.filter(by="player").exists()


@pytest.mark.parametrize("address", ["join/", "start/", "picks/", "abort/", "take-back/", "seats/0/leave/"])
def test_only_a_post_changes_anything(roland: User, roland_client: Client, address: str) -> None:
    key = begun(person(roland))
    assert roland_client.get(f"/api/v1/drafts/{key}/{address}").status_code == 405


def test_a_draft_that_does_not_exist_is_not_found(client: Client) -> None:
    answer = client.get("/api/v1/drafts/nothing2here/")
    assert answer.status_code == 404
    assert answer.json()["error"]["code"] == "not_found"
    assert post(client, "nothing2here/join/").status_code == 404


def test_a_wrong_seat_token_is_a_stranger(roland: User) -> None:
    key = begun(person(roland))
    answer = Client().get(f"/api/v1/drafts/{key}/", headers=seat_token("guessed")).json()
    assert answer["mine"] is None
    assert post(Client(), f"{key}/abort/", **seat_token("guessed")).status_code == 403


def test_a_seat_is_given_up_and_taken_back(roland: User, elinor: User, elinor_client: Client) -> None:
    key = begun(person(roland), person(elinor))
    given = post(elinor_client, f"{key}/seats/1/leave/").json()
    assert given["seats"][1]["is_bot"]
    assert not post(elinor_client, f"{key}/take-back/").json()["seats"][1]["is_bot"]
    assert post(elinor_client, f"{key}/seats/0/leave/").status_code == 403
    assert post(elinor_client, f"{key}/seats/9/leave/").status_code == 403


def test_the_host_calls_off(roland: User, roland_client: Client) -> None:
    key = begun(person(roland))
    assert post(roland_client, f"{key}/abort/").json()["status"] == "aborted"
    assert post(roland_client, f"{key}/abort/").status_code == 409


def test_my_drafts_are_listed(roland: User, elinor: User, roland_client: Client, elinor_client: Client) -> None:
    key = services.create_draft(host=person(roland), setup=setup_for(2)).key
    services.join_draft(key, visitor=by(person(elinor)), person=person(elinor))
    assert [result["key"] for result in elinor_client.get("/api/v1/drafts/").json()["results"]] == [key]
    assert Client().get("/api/v1/drafts/").status_code == 401
