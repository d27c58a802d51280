"""API of matches: create, record, correct, and the errors of each."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import ApiToken, User
from matches.core.scoring import DEFAULT_SHEET, Penalty
from matches.groups import services as group_services
from matches.groups.services import add_member
from matches.models import Group, Match
from matches.play.services import change_match_settings, undo_last_game
from tests.matches.builders import group_match, made_group, made_match, person, won

pytestmark = pytest.mark.django_db

GAME = {"version": 1, "winner": "a", "dragons": 2, "ended": "out_of_cards"}


def address(name: str, *args: object) -> str:
    return reverse(f"matches_api:{name}", args=args)


def post(client: Client, url: str, body: object, **headers: Any) -> Any:
    return client.post(url, body, content_type="application/json", **headers)


def test_a_script_makes_a_match_and_records_its_games(roland: User, client: Client) -> None:
    _, secret = ApiToken.issue(user=roland, name="script")
    headers = {"Authorization": f"Bearer {secret}"}
    answer = post(client, address("matches"), {"players": ["Roland", "Elinor"], "me": "a"}, headers=headers)
    assert answer.status_code == 201
    made = answer.json()
    assert made["sheet"]["target"] == 5 and made["sheet"]["penalty"] == "none" and made["version"] == 1
    answer = post(client, address("games", made["key"]), GAME, headers=headers)
    assert answer.status_code == 201
    assert [player["crystals"] for player in answer.json()["players"]] == [3, 0]
    assert answer.json()["next_starter"] == "b"
    mine = client.get(address("matches"), headers=headers).json()["results"]
    assert [match["key"] for match in mine] == [made["key"]]


def test_the_first_edition_is_strict_unless_agreed_otherwise(roland_client: Client) -> None:
    body = {"players": ["Roland", "Elinor"], "sheet": {"edition": "first", "crystal_cards": True}}
    made = post(roland_client, address("matches"), body).json()
    assert made["sheet"]["penalty"] == "game_loss"
    penalty = {"version": 1, "winner": "b", "dragons": 0, "ended": "penalty"}
    assert post(roland_client, address("games", made["key"]), penalty).json()["players"][1]["crystals"] == 7


def test_a_script_without_a_token_cannot_keep_anything(client: Client) -> None:
    assert post(client, address("matches"), {"players": ["Roland", "Elinor"]}).status_code == 401
    assert post(client, address("groups"), {"name": "League"}).status_code == 401
    assert {client.get(address(name)).status_code for name in ("matches", "groups")} == {401}


@pytest.mark.parametrize(
    ("change", "status", "code", "rule"),
    [
        ({"dragons": 4}, 400, "invalid", "MATCH-01"),
        ({"winner": "x"}, 400, "invalid", "MATCH-01"),
        ({"ended": "fourth_dragon"}, 400, "invalid", "MATCH-06"),
        ({"version": 9}, 409, "conflict", None),
        ({"dragons": "two"}, 400, "invalid", None),
        ({"version": None}, 400, "invalid", None),
    ],
)
def test_a_game_that_cannot_be_is_answered_in_the_one_error_shape(
    roland: User, roland_client: Client, change: dict[str, object], status: int, code: str, rule: str | None
) -> None:
    match = made_match(roland)
    answer = post(roland_client, address("games", match.key), {**GAME, **change})
    error = answer.json()["error"]
    assert (answer.status_code, error["code"], error["rule"]) == (status, code, rule)
    assert match.games.count() == 0


@pytest.mark.parametrize(
    "body",
    [
        {},
        [],
        {"players": ["Roland"]},
        {"players": ["Roland", "Roland"]},
        {"players": ["Roland", "Elinor"], "sheet": {"target": 0}},
        {"players": ["Roland", "Elinor"], "sheet": {"edition": "third"}},
        {"group": "nothing"},
    ],
)
def test_a_match_that_cannot_be_is_refused(roland_client: Client, body: object) -> None:
    assert post(roland_client, address("matches"), body).status_code == 400
    assert not Match.objects.exists()


def test_a_stranger_reads_but_does_not_write(roland: User, stranger_client: Client, client: Client) -> None:
    match = won(made_match(roland))
    for visitor, refused in ((stranger_client, 403), (client, 401)):
        assert visitor.get(address("match", match.key)).json()["games"][0]["crystals"] == 1
        assert post(visitor, address("games", match.key), {**GAME, "version": 2}).status_code == refused
    assert client.get(address("match", "nothing")).status_code == 404


def test_a_game_is_corrected(roland: User, roland_client: Client) -> None:
    match = won(made_match(roland))
    url = address("game", match.key, 1)
    answer = roland_client.put(url, {**GAME, "version": 2}, content_type="application/json")
    assert answer.json()["games"][0]["dragons"] == 2
    answer = roland_client.put(address("game", match.key, 5), {**GAME, "version": 3}, content_type="application/json")
    assert answer.status_code == 404


def test_methods_that_do_not_exist_are_refused(roland: User, roland_client: Client) -> None:
    match = made_match(roland)
    assert roland_client.put(address("match", match.key)).status_code == 405
    assert roland_client.get(address("games", match.key)).status_code == 405


def test_a_match_is_deleted_by_who_made_it_until_something_was_recorded(
    roland: User, roland_client: Client, stranger_client: Client
) -> None:
    kept, gone = won(made_match(roland)), made_match(roland)
    assert stranger_client.delete(address("match", gone.key)).status_code == 403
    assert roland_client.delete(address("match", kept.key)).status_code == 409
    # A game that was taken back leaves its trace, and so the match stays.
    undo_last_game(by=person(roland), key=kept.key, version=kept.version)
    assert roland_client.delete(address("match", kept.key)).status_code == 409
    old = roland_client.get(address("match", gone.key))["ETag"]
    change_match_settings(by=person(roland), key=gone.key, version=gone.version, sheet=DEFAULT_SHEET)
    new = roland_client.get(address("match", gone.key))["ETag"]
    assert roland_client.delete(address("match", gone.key), headers={"If-Match": old}).status_code == 412
    assert roland_client.delete(address("match", gone.key), headers={"If-Match": new}).status_code == 204
    assert roland_client.get(address("match", gone.key)).status_code == 404
    assert list(Match.objects.all()) == [kept]


def test_a_group_is_deleted_by_its_owner_until_something_was_played(
    roland: User, roland_client: Client, stranger_client: Client
) -> None:
    kept, gone = made_group(roland, "Elinor"), made_group(roland, "Elinor")
    group_match(kept, "Roland", "Elinor")
    assert stranger_client.delete(address("group", gone.key)).status_code == 403
    assert roland_client.delete(address("group", kept.key)).status_code == 409
    old = roland_client.get(address("group", gone.key))["ETag"]
    add_member(by=person(roland), key=gone.key, name="Mira")
    new = roland_client.get(address("group", gone.key))["ETag"]
    assert roland_client.delete(address("group", gone.key), headers={"If-Match": old}).status_code == 412
    assert roland_client.delete(address("group", gone.key), headers={"If-Match": new}).status_code == 204
    assert list(Group.objects.all()) == [kept]


def test_a_group_that_is_gone_when_it_is_taken_is_gone(
    roland: User, roland_client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    group = made_group(roland, "Elinor")

    def read_before_the_other_deletes(key: str) -> Group:
        group = Group.objects.get(key=key)
        Group.objects.filter(key=key).delete()
        return group

    monkeypatch.setattr(group_services, "group_by_key", read_before_the_other_deletes)
    assert roland_client.delete(address("group", group.key)).status_code == 404


def test_a_group_with_its_table_and_its_next_round(roland_client: Client) -> None:
    body = {"name": "Thursday league", "me": "Roland", "members": ["Elinor", "Mira"]}
    made = post(roland_client, address("groups"), body)
    assert made.status_code == 201
    key, ids = made.json()["key"], {member["name"]: member["id"] for member in made.json()["members"]}
    match = post(roland_client, address("matches"), {"group": key, "members": [ids["Roland"], ids["Elinor"]]}).json()
    for version in (1, 2):
        post(roland_client, address("games", match["key"]), {**GAME, "version": version})
    rows = roland_client.get(address("standings", key)).json()["results"]
    assert [(row["place"], row["member"]["name"], row["difference"]) for row in rows] == [
        (1, "Roland", 6),
        (2, "Elinor", -6),
        (3, "Mira", 0),
    ]
    assert all(row["reason"] for row in rows)
    following = roland_client.get(address("next_round", key)).json()
    assert [{pair["a"]["name"], pair["b"]["name"]} for pair in following["pairs"]] == [{"Roland", "Mira"}]
    assert following["bye"]["name"] == "Elinor"
    assert roland_client.get(address("groups")).json()["results"][0]["key"] == key
    assert len(roland_client.get(address("group", key)).json()["matches"]) == 1


def test_a_stranger_cannot_start_a_match_of_a_group(roland: User, stranger_client: Client) -> None:
    group = made_group(roland, "Elinor")
    group_match(group, "Roland", "Elinor")
    members = [member.pk for member in group.members.all()]
    body = {"group": group.key, "members": members}
    assert post(stranger_client, address("matches"), body).status_code == 403
    assert stranger_client.get(address("next_round", group.key)).status_code == 403
    assert stranger_client.get(address("standings", "nothing")).status_code == 404


def test_a_seat_is_taken_by_the_link_of_the_other_player(roland: User, elinor_client: Client) -> None:
    match = made_match(roland)
    Match.objects.filter(pk=match.pk).update(player_b=None)
    assert post(elinor_client, address("join", match.key, "wrong"), {"side": "b"}).status_code == 404
    assert post(elinor_client, address("join", match.key, match.join_key), {"side": "b"}).status_code == 200
    assert Match.objects.get(pk=match.pk).player_b is not None
    assert post(elinor_client, address("join", match.key, match.join_key), {"side": "b"}).status_code == 409


def test_the_link_to_a_free_seat_is_read_by_who_may_show_it(
    roland: User, roland_client: Client, elinor_client: Client, client: Client
) -> None:
    match = made_match(roland)
    Match.objects.filter(pk=match.pk).update(player_b=None)
    link = address("join_link", match.key)
    assert (client.get(link).status_code, elinor_client.get(link).status_code) == (401, 403)
    shown = roland_client.get(link).json()
    page = f"http://testserver/matches/{match.key}/join/{match.join_key}/"
    assert shown == {"key": match.join_key, "url": page}
    assert page in roland_client.get(f"/matches/{match.key}/").content.decode()
    assert post(elinor_client, address("join", match.key, shown["key"]), {"side": "b"}).status_code == 200
    for player in (roland_client, elinor_client):
        assert player.get(link).json() == {"key": None, "url": None}


def test_a_penalty_is_given_read_and_taken_back(roland: User, roland_client: Client) -> None:
    match = made_match(roland, sheet=replace(DEFAULT_SHEET, penalty=Penalty.CRYSTALS, penalty_crystals=2))
    given = post(
        roland_client, address("penalties", match.key), {"version": match.version, "side": "a", "note": "late"}
    )
    assert [player["crystals"] for player in given.json()["players"]] == [0, 2]
    (row,) = roland_client.get(address("penalties", match.key)).json()["results"]
    assert (row["side"], row["after"], row["note"], row["by"], row["taken_back"]) == ("a", 0, "late", "Roland", None)
    old = {"If-Match": f'"{match.version}"'}
    assert roland_client.delete(address("penalty", match.key, row["id"]), headers=old).status_code == 412
    forgiven = roland_client.delete(address("penalty", match.key, row["id"])).json()
    assert [player["crystals"] for player in forgiven["players"]] == [0, 0]
    assert roland_client.get(address("penalties", match.key)).json()["results"][0]["taken_back"]
    assert roland_client.delete(address("penalty", match.key, row["id"])).status_code == 404


def test_who_organises_a_group_is_said_by_its_owner(roland: User, elinor: User, roland_client: Client) -> None:
    group = made_group(roland, "Mira")
    joined = group.members.create(name="Elinor", person=person(elinor))
    path = address("group_member", group.key, joined.pk)
    said = roland_client.patch(path, {"organiser": True, "name": "Ellie"}, "application/json").json()
    assert (said["name"], said["organiser"]) == ("Ellie", True)
    named = address("group_member", group.key, group.members.get(name="Mira").pk)
    answer = roland_client.patch(named, {"organiser": True, "name": "Mia"}, "application/json")
    assert answer.status_code == 409 and group.members.filter(name="Mira").exists()
