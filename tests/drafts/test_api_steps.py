"""The API of drafts apart from picking: hosting, notes, what a draft leaves behind, tables with real cards."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from accounts.models import User, token_digest
from cards.core.facts import Catalogue
from drafts.core.engine.setup import pool_codes_of
from drafts.core.simulator import simulate_draft
from drafts.models import Draft, PaperTable, Seat
from drafts.table import services
from drafts.table.loaded import Visitor
from tests.drafts.tables import begun, by, person, play_to_the_end, setup_for

pytestmark = pytest.mark.django_db

Budget = Any


def post(client: Client, address: str, body: Any = None, **headers: str) -> Any:
    return client.post(f"/api/v1/drafts/{address}", body or {}, content_type="application/json", headers=headers)


def get(client: Client, address: str, **headers: str) -> Any:
    return client.get(f"/api/v1/drafts/{address}", headers=headers)


def lobby(*users: User, players: int = 3) -> str:
    host, *others = map(person, users)
    key = services.create_draft(host=host, setup=setup_for(players), seating=Draft.Seating.AS_SAT).key
    for player in others:
        services.join_draft(key, visitor=by(player), person=player)
    return key


def finished(*users: User, log_rule: str = "end") -> str:
    people = [person(user) for user in users]
    key = begun(*people)
    Draft.objects.filter(key=key).update(log_rule=log_rule)
    play_to_the_end(key, *people)
    return key


def test_a_table_is_prepared_over_the_api(
    roland: User, elinor: User, roland_client: Client, elinor_client: Client
) -> None:
    key = lobby(roland, elinor)
    assert post(elinor_client, f"{key}/ready/", {"ready": True}).json()["seats"][1]["ready"]
    assert post(elinor_client, f"{key}/seats/1/move/", {"to": 2}).json()["seats"][1]["number"] == 2
    moved = post(roland_client, f"{key}/seats/2/move/", {"to": 0}).json()["seats"]
    assert [(seat["number"], seat["name"]) for seat in moved] == [(0, "Elinor"), (2, "Roland")]
    assert len(post(roland_client, f"{key}/shuffle/").json()["seats"]) == 2
    agreed = post(roland_client, f"{key}/agree/", {"company": "sage", "log_rule": "never"}).json()
    assert (agreed["company"], agreed["log_rule"], agreed["seating"]) == ("expert", "never", "as_sat")
    number = Seat.objects.get(person=person(elinor)).number
    handed = post(roland_client, f"{key}/seats/{number}/host/").json()
    assert (handed["host"], handed["is_host"]) == ("Elinor", False)
    number = Seat.objects.get(person=person(roland)).number
    gone = post(elinor_client, f"{key}/seats/{number}/send-away/").json()
    assert [seat["name"] for seat in gone["seats"]] == ["Elinor"]
    assert post(roland_client, f"{key}/join/").status_code == 403


def test_a_table_is_opened_with_all_that_is_agreed(roland_client: Client) -> None:
    body = {"players": 2, "peoples": ["Vulca", "Hoax", "Mimix"], "company": "beginner", "log_rule": "end"}
    seen = post(roland_client, "", body).json()["draft"]
    assert (seen["company"], seen["log_rule"], seen["host_away"], seen["can_join"]) == ("beginner", "end", False, False)
    assert post(roland_client, "", {**body, "company": "fool"}).status_code == 400


def test_a_practice_table_over_the_api_is_marked_as_one(roland_client: Client) -> None:
    house = {"packet": 4, "rounds": 2, "cards": [f"Hoax {number:02}" for number in range(1, 9)]}
    opened = post(roland_client, "", {"players": 1, "peoples": [], "house": house}).json()["draft"]
    assert opened["setup"]["practice"]
    assert opened["setup"]["figures"]["kept"] == 6
    key, seen = opened["key"], opened
    seen = post(roland_client, f"{key}/start/").json()
    while seen["status"] == "drafting":
        mine = seen["mine"]
        choice = {"round": mine["round"], "number": mine["number"], "card": mine["packet"][0]}
        seen = post(roland_client, f"{key}/picks/", choice).json()
    assert len(get(roland_client, f"{key}/pool/").json()["cards"]) == 6
    assert get(roland_client, "statistics/").json()["drafts"] == 0
    assert [result["practice"] for result in get(roland_client, "").json()["results"]] == [True]
    assert "custom draft" in roland_client.get(f"/drafts/{key}/").content.decode()


def test_whoever_finds_the_host_gone_steps_in(roland: User, elinor: User, elinor_client: Client) -> None:
    key = lobby(roland, elinor)
    assert post(elinor_client, f"{key}/step-in/").status_code == 409
    Draft.objects.update(host_seen="2026-01-01T00:00Z")
    assert get(elinor_client, f"{key}/").json()["host_away"]
    assert post(elinor_client, f"{key}/step-in/").json()["is_host"]


def test_a_new_token_makes_the_one_before_worthless(roland: User) -> None:
    key = lobby(roland)
    old = services.join_draft(key, visitor=Visitor(), person=None, nickname="Script").token
    new = post(Client(), f"{key}/link/", **{"X-Seat-Token": old})
    assert new.status_code == 201
    assert get(Client(), f"{key}/notes/", **{"X-Seat-Token": old}).status_code == 403
    assert get(Client(), f"{key}/notes/", **{"X-Seat-Token": new.json()["seat_token"]}).json() == {"text": ""}


def test_notes_are_read_by_their_writer_only(
    roland: User, elinor: User, roland_client: Client, elinor_client: Client
) -> None:
    key = begun(person(roland), person(elinor))
    assert post(roland_client, f"{key}/notes/", {"text": " pairs\n"}).json() == {"text": " pairs\n"}
    assert get(roland_client, f"{key}/notes/").json() == {"text": " pairs\n"}
    assert get(elinor_client, f"{key}/notes/").json() == {"text": ""}
    assert post(roland_client, f"{key}/notes/", {"text": "x" * 4001}).status_code == 400


def test_a_guest_makes_a_deck_of_what_they_drafted(roland: User, elinor: User) -> None:
    key, token = finished(roland, elinor), {"X-Seat-Token": "guest"}
    Seat.objects.filter(number=1).update(person=None, pool=None, token_digest=token_digest("guest"))
    pool = get(Client(), f"{key}/pool/", **token).json()
    drafted = {card["code"] for card in pool["cards"]}
    made = post(Client(), f"{key}/pool/deck/", **token).json()["proposal"]
    assert (pool["pool"], made["report"]["status"]) == (None, "legal") and set(made["into"]) <= drafted
    begun_deck = {"text": made["text"], "never": [made["into"][-1]], "keep_held": False}
    other = post(Client(), f"{key}/pool/deck/", begun_deck, **token).json()["proposal"]
    assert other["report"]["status"] == "legal" and made["into"][-1] in other["out"]
    assert post(Client(), f"{key}/pool/deck/").status_code == 401


def test_what_a_draft_leaves_behind(
    roland: User, elinor: User, roland_client: Client, elinor_client: Client, django_assert_max_num_queries: Budget
) -> None:
    key = finished(roland, elinor, log_rule="event")
    with django_assert_max_num_queries(8):
        log = get(elinor_client, f"{key}/log/").json()
    assert (log["draft"], log["player"], log["is_mine"], log["open_seats"]) == (key, "Elinor", True, [])
    assert len(log["picks"]) == 39
    assert get(elinor_client, f"{key}/log/?seat=0").status_code == 403
    assert post(elinor_client, f"{key}/open-log/").status_code == 403
    assert post(roland_client, f"{key}/open-log/").json()["log_open"]
    theirs = get(elinor_client, f"{key}/log/?seat=0").json()
    assert (theirs["player"], theirs["is_mine"], theirs["open_seats"]) == ("Roland", False, [0])
    text = get(elinor_client, f"{key}/log.txt?seat=0")
    assert text["Content-Type"].startswith("text/plain")
    assert "Roland" in text.content.decode()
    with django_assert_max_num_queries(10):
        pool = get(elinor_client, f"{key}/pool/").json()
    assert sorted(card["code"] for card in pool["cards"]) == sorted(pick["taken"] for pick in log["picks"])
    assert pool["pool"]
    assert get(elinor_client, f"{key}/pool.csv").content.decode().count("\n") == 40
    proof = get(elinor_client, f"{key}/proof/").json()
    assert proof["commitment"] == get(elinor_client, f"{key}/").json()["commitment"]
    again = post(elinor_client, f"{key}/again/")
    assert again.status_code == 201
    assert post(roland_client, f"{key}/again/").json() == again.json()


def test_statistics_are_mine_or_those_of_my_tables(
    roland: User, elinor: User, roland_client: Client, django_assert_max_num_queries: Budget
) -> None:
    finished(roland, elinor)
    get(roland_client, "statistics/")
    with django_assert_max_num_queries(7):
        mine = get(roland_client, "statistics/").json()
    assert (mine["drafts"], mine["picks"], len(mine["cards"])) == (1, 39, 39)
    assert {(row["few"], row["margin"], row["drafts"]) for row in mine["cards"]} == {(True, None, 1)}
    assert get(roland_client, "statistics/?of=tables").json()["picks"] == 78
    assert get(roland_client, "statistics/?of=elinor").status_code == 400
    assert get(Client(), "statistics/").status_code == 401


def test_packets_that_wait_are_told_to_a_script(roland: User, elinor: User, roland_client: Client) -> None:
    key = begun(person(roland), person(elinor), pick_seconds=86400)
    waiting = get(roland_client, "waiting/").json()["results"]
    assert [(notice["draft"], notice["round"], notice["number"]) for notice in waiting] == [(key, 1, 1)]
    assert get(Client(), "waiting/").status_code == 401


HOSTING = ("shuffle/", "agree/", "seats/0/host/", "seats/0/send-away/", "seats/0/leave/", "open-log/")
SEATED = ("ready/", "step-in/", "link/", "notes/", "again/", "take-back/", "plan/", "seats/0/move/")
BODIES: dict[str, dict[str, object]] = {
    "notes/": {"text": "x"},
    "plan/": {"round": 1, "number": 1, "card": "Vulca 01"},
    "seats/0/move/": {"to": 2},
}
OVER = ("log/", "log.txt", "pool/", "pool.csv", "proof/")


@pytest.mark.parametrize("path", [*HOSTING, *SEATED])
def test_strangers_change_nothing_and_get_one_shape_of_error(
    roland: User, elinor: User, stranger_client: Client, path: str
) -> None:
    key = lobby(roland, elinor)
    version = Draft.objects.get(key=key).version
    body = BODIES.get(path, {})
    for client, refused in ((stranger_client, 403), (Client(), 401)):
        answer = post(client, f"{key}/{path}", body)
        assert answer.status_code in (refused, 409)
        assert set(answer.json()["error"]) == {"code", "message", "rule", "details"}
    assert Draft.objects.get(key=key).version == version
    assert post(stranger_client, f"nothing2here/{path}", body).status_code == 404


@pytest.mark.parametrize("path", HOSTING)
def test_a_player_is_not_the_host(roland: User, elinor: User, elinor_client: Client, path: str) -> None:
    key = lobby(roland, elinor)
    assert post(elinor_client, f"{key}/{path}").status_code == 403


@pytest.mark.parametrize("path", OVER)
def test_nothing_of_it_before_the_end_nor_for_strangers_ever(
    roland: User, elinor: User, roland_client: Client, stranger_client: Client, path: str
) -> None:
    key = begun(person(roland), person(elinor))
    assert get(roland_client, f"{key}/{path}").status_code == 409
    play_to_the_end(key, person(roland), person(elinor))
    for client, refused in ((stranger_client, 403), (Client(), 401)):
        assert get(client, f"{key}/{path}").status_code == refused
    assert post(roland_client, f"{key}/{path}").status_code == 405


@pytest.mark.parametrize("path", [*HOSTING, "ready/", "step-in/", "link/", "again/", "seats/0/move/"])
def test_only_a_post_does_something(roland: User, roland_client: Client, path: str) -> None:
    assert get(roland_client, f"{lobby(roland)}/{path}").status_code == 405


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("ready/", {"ready": "perhaps"}),
        ("seats/0/move/", {}),
        ("seats/0/move/", {"to": -1}),
        ("seats/0/move/", {"to": 10**30}),
        ("agree/", {"log_rule": "sometimes"}),
        ("agree/", {"company": ["sage"]}),
        ("notes/", {"text": None}),
        ("notes/", {}),
        ("ready/", [1, 2]),
    ],
    ids=str,
)
def test_what_makes_no_sense_is_refused(roland: User, roland_client: Client, path: str, body: Any) -> None:
    answer = roland_client.post(f"/api/v1/drafts/{lobby(roland)}/{path}", body, content_type="application/json")
    assert answer.status_code == 400
    assert answer.json()["error"]["code"] == "invalid"


@pytest.mark.parametrize("seat", ["x", "-1", "9" * 40, "1.0"])
def test_a_seat_that_is_no_number(roland: User, elinor: User, roland_client: Client, seat: str) -> None:
    assert get(roland_client, f"{finished(roland, elinor)}/log/?seat={seat}").status_code == 400


PAPER = {"names": ["Roland", "Elinor"], "peoples": ["Vulca", "Hoax", "Mimix"], "shuffled": False}


def test_a_paper_table_over_the_api(
    roland: User,
    elinor: User,
    roland_client: Client,
    elinor_client: Client,
    db_catalogue: Catalogue,
    django_assert_max_num_queries: Budget,
) -> None:
    seen = post(roland_client, "paper/", {**PAPER, "pick_seconds": 60}).json()
    key = seen["key"]
    assert (seen["deal"], seen["in_hand"], seen["direction"], seen["is_host"]) == (5, 5, "right", True)
    assert [seat["passes_to"] for seat in seen["seats"]] == [1, 0]
    get(elinor_client, f"paper/{key}/")
    with django_assert_max_num_queries(5):
        assert not get(elinor_client, f"paper/{key}/").json()["is_host"]
    assert post(elinor_client, f"paper/{key}/step/", {"version": 1}).status_code == 403
    assert post(roland_client, f"paper/{key}/pools/0/", {"cards": []}).status_code == 409
    for _twice in range(2):
        assert post(roland_client, f"paper/{key}/step/", {"version": 1}).json()["number"] == 2
    back = post(roland_client, f"paper/{key}/step/", {"version": 2, "back": True}).json()
    assert (back["number"], back["version"]) == (1, 3)
    while seen["status"] == "drafting":
        seen = post(roland_client, f"paper/{key}/step/", {"version": PaperTable.objects.get().version}).json()
    hands = simulate_draft(setup_for(2), db_catalogue, seed="2").state.hands
    short = post(roland_client, f"paper/{key}/pools/0/", {"cards": list(hands[0][1:])})
    assert (short.status_code, short.json()["error"]["rule"]) == (400, "DRAFT-13")
    typed = {"cards": list(hands[0][:30]), "text": "\n".join(hands[0][30:])}
    assert post(roland_client, f"paper/{key}/pools/0/", typed).json()["findings"] == []
    lost = post(elinor_client, f"paper/{key}/pools/1/", {"text": "no such card\nVulca 02"}).json()["error"]
    assert lost["details"][0]["line"] == 1
    spare = next(iter(set(pool_codes_of(setup_for(2), db_catalogue)) - set(hands[0]) - set(hands[1])))
    clash = post(elinor_client, f"paper/{key}/pools/1/", {"cards": [*hands[1][1:], hands[0][0]]}).json()
    assert [finding["card"] for finding in clash["findings"]] == [hands[0][0]]
    right = post(elinor_client, f"paper/{key}/pools/1/", {"cards": [*hands[1][1:], spare]}).json()
    assert (right["findings"], bool(right["pool"])) == ([], True)
    assert get(elinor_client, f"paper/{key}/pools/1/").json() == right
    assert get(roland_client, f"paper/{key}/pools/1/").status_code == 403
    assert post(roland_client, f"paper/{key}/pools/1/", {"cards": list(hands[0])}).status_code == 403
    assert [seat["corrected"] for seat in get(Client(), f"paper/{key}/").json()["seats"]] == [0, 1]
    assert [result["key"] for result in get(elinor_client, "paper/").json()["results"]] == [key]
    assert get(Client(), "paper/").status_code == 401


@pytest.mark.parametrize(
    ("changed", "status"),
    [
        ({"names": ["Roland"]}, 400),
        ({"names": ["Roland", " roland "]}, 400),
        ({"names": "Roland"}, 400),
        ({"names": ["x" * 61, "y"]}, 400),
        ({"peoples": ["Vulca"]}, 400),
        ({"pick_seconds": 1}, 400),
        ({"step8": "up"}, 400),
    ],
    ids=str,
)
def test_a_paper_table_that_cannot_be(roland_client: Client, changed: dict[str, Any], status: int) -> None:
    answer = post(roland_client, "paper/", {**PAPER, **changed})
    assert answer.status_code == status
    assert answer.json()["error"]["message"]
    assert not PaperTable.objects.exists()


def test_paper_addresses_that_lead_nowhere(roland_client: Client) -> None:
    key = post(roland_client, "paper/", PAPER).json()["key"]
    assert get(roland_client, "paper/nothing/").status_code == 404
    assert post(roland_client, "paper/nothing/step/", {"version": 1}).status_code == 404
    assert get(roland_client, f"paper/{key}/pools/0/").status_code == 403
    assert get(roland_client, f"paper/{key}/step/").status_code == 405
    assert post(roland_client, f"paper/{key}/step/", {"version": "soon"}).status_code == 400
    assert post(Client(), "paper/", PAPER).status_code == 401


def test_a_list_with_cards_that_no_deck_holds_is_refused_with_each_of_them(roland_client: Client) -> None:
    """DECK-09; and a card is in the box only once."""
    house = {"packet": 2, "rounds": 1, "cards": ["Hoax 01", "Hoax 00", "Inq 411", "Hoax 02", "Hoax 01", "Nobody 1"]}
    refused = post(roland_client, "", {"players": 1, "peoples": [], "house": house})
    assert refused.status_code == 400
    details = refused.json()["error"]["details"]
    assert [detail["message"].split(" ", 2)[1] for detail in details] == ["01", "00", "411", "1”"]
    assert not Draft.objects.exists()
