"""What every answer of the API has: ETag, limits, the address of a new object, one shape of errors and lists."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta
from pathlib import Path
from threading import Barrier, get_ident
from time import sleep
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connections
from django.test import Client
from django.urls import resolve
from django.utils import timezone
from rest_framework import serializers

from accounts.models import ApiToken, KeptAnswer, User
from accounts.tasks import forget_answers
from common.api.error_codes import ERROR_CODES
from common.api.openapi import ApiSchema
from common.api.shapes import RowSerializer
from decks.models import Deck
from matches.models import Event
from tenmoons.api.middleware import parameters_of_view
from tests.site.api.test_round_trips import Script

pytestmark = pytest.mark.django_db
CARDS = "/api/v1/cards/"


@pytest.fixture
def bearer(roland: User) -> dict[str, str]:
    return {"Authorization": f"Bearer {ApiToken.issue(user=roland, name='script')[1]}"}


@pytest.mark.parametrize("path", ["cards/?q=people:vulca", "rulings/", "catalogue/", "lists/", "errata/"])
def test_what_was_read_is_not_sent_again(client: Client, facts: object, path: str) -> None:
    first = client.get(f"/api/v1/{path}")
    again = client.get(f"/api/v1/{path}", headers={"If-None-Match": first["ETag"]})
    assert (first.status_code, again.status_code, again.content) == (200, 304, b"")
    assert again["ETag"] == first["ETag"]


def test_the_tag_of_a_thing_begins_with_its_version(client: Client, bearer: dict[str, str], facts: object) -> None:
    body = {"text": "Name: One", "visibility": "private"}
    made = client.post("/api/v1/decks/", body, content_type="application/json", headers=bearer)
    read = client.get(made["Location"], headers=bearer)
    assert read["ETag"].startswith('"1-')
    changed = client.patch(
        made["Location"],
        {"name": "Two"},
        content_type="application/json",
        headers={**bearer, "If-Match": read["ETag"]},
    )
    assert changed.json()["version"] == 2


def test_a_personal_answer_is_not_shared(client: Client, bearer: dict[str, str]) -> None:
    answer = client.get("/api/v1/decks/", headers=bearer)
    assert "private" in answer["Cache-Control"]
    assert {"Authorization", "Cookie"} <= {part.strip() for part in answer["Vary"].split(",")}
    assert "Access-Control-Allow-Origin" not in answer


def test_pages_of_other_sites_read_the_catalogue(client: Client, facts: object) -> None:
    assert client.get(CARDS)["Access-Control-Allow-Origin"] == "*"
    asked = {"Origin": "https://else.example", "Access-Control-Request-Method": "GET"}
    preflight = client.options(CARDS, headers=asked)
    assert preflight.status_code == 204
    assert "Authorization" not in preflight["Access-Control-Allow-Headers"]
    assert "Access-Control-Allow-Origin" not in client.options("/api/v1/decks/", headers=asked)


@pytest.mark.parametrize("path", ["decks/public/", "events/calendar/", "drafts/shared/nothing/"])
def test_pages_of_other_sites_read_what_was_published(path: str, client: Client) -> None:
    answer = client.get(f"/api/v1/{path}")
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in answer
    asked = {"Origin": "https://else.example", "Access-Control-Request-Method": "GET"}
    assert client.options(f"/api/v1/{path}", headers=asked).status_code == 204
    assert answer["Cross-Origin-Resource-Policy"] == "same-origin"


def test_pages_of_other_sites_ask_what_keeps_nothing_and_change_nothing(client: Client, facts: object) -> None:
    asked = {"Origin": "https://else.example", "Access-Control-Request-Method": "POST"}
    for path in ("decks/check/", "power/", "boards/look/"):
        response = client.options(f"/api/v1/{path}", headers=asked)
        assert (response.status_code, response["Access-Control-Allow-Methods"]) == (204, "GET, HEAD, POST"), path
    judged = client.post("/api/v1/decks/check/", {"text": "Leader: Terrah 00"}, content_type="application/json")
    assert (judged.status_code, judged["Access-Control-Allow-Origin"]) == (200, "*")
    for path in ("decks/", "tokens/", "drafts/"):
        response = client.options(f"/api/v1/{path}", headers=asked)
        assert "POST" not in re.findall(r"\w+", response.get("Access-Control-Allow-Methods", "")), path


def test_pages_of_other_sites_show_the_pictures_that_a_card_names(client: Client, facts: object) -> None:
    pictures = client.get("/api/v1/cards/Vulca 03/").json()["pictures"]
    kinds = {name: client.get(address) for name, address in pictures.items()}
    assert {name: answer["Content-Type"] for name, answer in kinds.items()} == {
        "svg": "image/svg+xml",
        "png": "image/png",
        "wide": "image/png",
    }
    for answer in (*kinds.values(), client.get("/matches/calendar.ics")):
        assert answer["Cross-Origin-Resource-Policy"] == "cross-origin"


def test_the_index_names_the_description_and_the_files_with_their_dates(client: Client, facts: object) -> None:
    index = client.get("/api/v1/").json()
    cards = next(file for file in index["bulk"] if file["game"] == "bluemoon")
    assert client.get(cards["url"]).json()["version"] == cards["version"]
    assert cards["updated"]
    assert all(client.get(index[name]).status_code == 200 for name in ("description", "docs", "changes"))


def test_an_address_without_its_slash_says_so(client: Client) -> None:
    response = client.get("/api/v1/decks")
    assert response.status_code == 404 and "/api/v1/decks/" in response.json()["error"]["message"]
    assert "slash" not in client.get("/api/v1/nothing").json()["error"]["message"]


def test_a_list_comes_as_lines_with_a_link_to_the_rest(client: Client, facts: object) -> None:
    asked = {"Accept": "application/x-ndjson"}
    answer = client.get("/api/v1/cards/?q=people:vulca&page_size=20", headers=asked)
    assert answer["Content-Type"] == "application/x-ndjson"
    rows = [json.loads(line) for line in answer.content.splitlines()]
    assert len(rows) == 20 and {row["people"] for row in rows} == {"Vulca"}
    assert "page=2" in answer["Link"] and answer["Link"].endswith('rel="next"')
    everything = client.get("/api/v1/cards/", headers=asked)
    assert len(everything.content.splitlines()) > 300 and "Link" not in everything
    wrong = client.get("/api/v1/cards/?page=0", headers=asked)
    assert (wrong.status_code, json.loads(wrong.content)["error"]["code"]) == (400, "invalid")


@pytest.mark.parametrize(
    ("path", "field", "right"),
    [
        ("decks/public/?sort=zzz", "sort", "new"),
        ("decks/public/?legal=maybe", "legal", "true"),
        ("cards/all.json?game=zzz", "game", "bluemoon"),
    ],
)
def test_a_value_that_cannot_be_is_refused_with_those_that_can(
    path: str, field: str, right: str, client: Client, facts: object
) -> None:
    answer = client.get(f"/api/v1/{path}")
    (detail,) = answer.json()["error"]["details"]
    assert (answer.status_code, detail["field"]) == (400, field) and right in detail["message"]
    assert client.get("/api/v1/decks/public/?format=custom").status_code == 200


def test_faults_are_said_in_the_sites_words_with_the_values_that_would_be_right(
    client: Client, bearer: dict[str, str]
) -> None:
    body = {
        "name": "",
        "format": "zzz",
        "rounds_planned": "x",
        "cut_size": None,
        "check_in": "perhaps",
        "venue": 5 * ["x"],
    }
    answer = client.post("/api/v1/events/", body, content_type="application/json", headers=bearer)
    messages = {detail["field"]: detail["message"] for detail in answer.json()["error"]["details"]}
    assert messages == {
        "name": "This must not be empty.",
        "format": "This must be one of: swiss, round_robin, draft.",
        "rounds_planned": "This must be a whole number.",
        "cut_size": "This must not be null.",
        "check_in": "This must be true or false.",
        "venue": "This must be text.",
    }
    assert answer.json()["detail"] == "Some of the data isn’t valid. Each problem is listed."


def test_who_has_not_said_who_they_are_is_asked(client: Client, stranger_client: Client, db: None) -> None:
    body = {"name": "Friday"}
    answer = client.post("/api/v1/groups/", body, content_type="application/json")
    wrong = {"username": "nobody", "password": "x", "name": "script", "scopes": ["read"]}
    refused = client.post("/api/v1/tokens/", wrong, content_type="application/json")
    for one in (answer, refused):
        assert (one.status_code, one["WWW-Authenticate"]) == (401, "Bearer")
        assert one.json()["error"]["code"] == "not_authenticated"


def test_a_deprecated_operation_says_until_when_it_works(client: Client, db: None) -> None:
    path = "/api/v1/events/nothing/players/1/"
    old, new = (call(path, {}, content_type="application/json") for call in (client.post, client.patch))
    assert old["Deprecation"] == "@1795651200" and old["Sunset"] == "Wed, 01 Dec 2027 00:00:00 GMT"
    assert old["Link"] == '</help/api/#what-changed>; rel="deprecation"'
    assert not {"Deprecation", "Sunset", "Link"} & set(new.headers)


def test_every_answer_says_what_is_left(client: Client, bearer: dict[str, str], facts: object) -> None:
    first, second = (client.get(CARDS, headers=bearer) for _each in range(2))
    left = [int(answer["RateLimit"].split("r=")[1].split(";")[0]) for answer in (first, second)]
    assert left[0] == left[1] + 1
    assert first["RateLimit-Policy"].startswith('"token";q=')


@pytest.mark.parametrize(
    ("path", "body", "where"),
    [
        ("decks/", {"text": "Name: One"}, "decks/{key}/"),
        ("events/", {"name": "Cup"}, "events/{key}/"),
        ("matches/", {"players": ["Roland", "Elinor"]}, "matches/{key}/"),
        ("groups/", {"name": "Friday"}, "groups/{key}/"),
    ],
)
def test_a_new_thing_has_an_address(
    client: Client, bearer: dict[str, str], facts: object, path: str, body: dict[str, Any], where: str
) -> None:
    made = client.post(f"/api/v1/{path}", body, content_type="application/json", headers=bearer)
    assert made["Location"] == f"/api/v1/{where.format(**made.json())}"
    assert client.get(made["Location"], headers=bearer).status_code == 200


def test_the_error_of_the_documentation_is_sent_as_it_stands_there(client: Client, facts: object) -> None:
    document = Path(__file__).resolve().parents[3] / "docs" / "api.md"
    chapter = document.read_text(encoding="utf-8").partition("## Errors")[2]
    example = re.findall(r"```json\n(.*?)```", chapter, re.S)[0]
    body = {"cards": [{"card": "Vulca 01"}, {"card": "Catussan"}]}
    assert client.post("/api/v1/decks/check/", body, content_type="application/json").json() == json.loads(example)


def test_the_documentation_names_every_code_as_it_is_sent() -> None:
    document = Path(__file__).resolve().parents[3] / "docs" / "api.md"
    chapter = document.read_text(encoding="utf-8").partition("The codes:")[2]
    messages = re.findall(r"^### (\S+)\n\n(\d{3})\. ", chapter, re.M)
    assert messages == [(code, str(status)) for code, (status, _meaning) in ERROR_CODES.items()]


def test_an_error_is_a_problem_of_rfc_9457(client: Client) -> None:
    answer = client.get("/api/v1/decks/nothing/")
    body = answer.json()
    assert answer["Content-Type"] == "application/problem+json"
    assert {"type", "title", "status", "detail", "error"} == set(body)
    assert (body["type"], body["title"], body["status"]) == ("/help/api/#not_found", "Not Found", 404)
    assert body["detail"] == body["error"]["message"]


@pytest.mark.parametrize("path", ["cards/?nome=x", "decks/?pagesize=3", "rulings/?trust_=x", "catalogue/?x="])
def test_unknown_parameters_are_refused(client: Client, facts: object, path: str) -> None:
    answer = client.get(f"/api/v1/{path}")
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "invalid")
    assert answer.json()["error"]["details"][0]["field"] in path


@pytest.mark.parametrize("asked", ["page_size=abc", "page_size=0", "page_size=501", "page=abc", "page=-1", "page=١"])
def test_a_page_that_is_no_number_is_refused(roland_client: Client, facts: object, asked: str) -> None:
    for path in ("cards/", "decks/"):
        assert roland_client.get(f"/api/v1/{path}?{asked}").status_code == 400


def test_a_fresh_server_is_asked_by_two_at_once(facts: object, monkeypatch: pytest.MonkeyPatch) -> None:
    """The description loads its parts at their first use; a request that comes meanwhile waits instead of failing."""
    view = resolve("/api/v1/decks/")
    both, inside = Barrier(2, timeout=10), list[int]()
    get_parameters = ApiSchema._get_parameters

    def slowly(self: ApiSchema) -> Any:
        inside.append(get_ident())
        sleep(0.05)
        assert len(inside) == 1
        parameters = get_parameters(self)
        inside.pop()
        return parameters

    def ask(method: str) -> Mapping[str, Sequence[str]]:
        both.wait()
        try:
            return parameters_of_view(view.func, view.route, method)
        finally:
            connections.close_all()  # of this thread

    monkeypatch.setattr(ApiSchema, "_get_parameters", slowly)
    parameters_of_view.cache_clear()
    with ThreadPoolExecutor(2) as threads:
        listed, made = threads.map(ask, ("get", "post"))
    assert "page_size" in listed
    assert not made


def test_a_page_beyond_the_last_is_not_there(roland_client: Client) -> None:
    assert roland_client.get("/api/v1/decks/?page=99").status_code == 404


def test_a_request_with_a_key_is_done_once(roland: User, facts: object) -> None:
    script, key = Script(roland), {"Idempotency-Key": "f3b1"}
    first = script.call("POST", "decks/", {"text": "Name: Once"}, **key)
    again = script.call("POST", "decks/", {"text": "Name: Once"}, **key)
    assert first == again
    assert first[0] == 201
    assert Deck.objects.count() == 1
    status, answer = script.call("POST", "decks/", {"text": "Name: Other"}, **key)
    assert (status, answer["error"]["code"]) == (422, "key_reused")
    assert script.call("POST", "decks/", {"text": "Name: Other"}, **{"Idempotency-Key": "f3b2"})[0] == 201


def test_a_key_belongs_to_its_caller_and_the_answer_is_not_readable(roland: User, elinor: User, facts: object) -> None:
    key = {"Idempotency-Key": "f3b1"}
    for user in (roland, elinor):
        assert Script(user).call("POST", "decks/", {"text": "Name: Once"}, **key)[0] == 201
    assert Deck.objects.count() == 2
    assert not any("Once" in json.dumps([row.answer, row.name, row.body]) for row in KeptAnswer.objects.all())


def test_two_seats_at_one_address_have_keys_of_their_own(client: Client) -> None:
    for token in ("one", "two"):
        answer = client.post(
            "/api/v1/drafts/nowhere/link/", headers={"Idempotency-Key": "f3b1", "X-Seat-Token": token * 10}
        )
        assert answer.status_code == 404 and "Idempotent-Replay" not in answer
    assert KeptAnswer.objects.count() == 2


def test_of_one_address_only_so_much_is_kept(roland: User, facts: object, monkeypatch: pytest.MonkeyPatch) -> None:
    script = Script(roland)
    monkeypatch.setattr("tenmoons.api.idempotency.MAX_STORED_BY_ADDRESS", 10)
    for status in (201, 409):
        answer = script.call("POST", "decks/", {"text": "Name: Once"}, **{"Idempotency-Key": "f3b1"})
        assert answer[0] == status
    assert Deck.objects.count() == 1 and KeptAnswer.objects.get().answer == ""


def test_a_request_that_is_still_worked_on_is_not_done_again(roland: User, facts: object) -> None:
    script, key = Script(roland), {"Idempotency-Key": "f3b1"}
    script.done("POST", "decks/", {"text": "Name: Once"}, **key)
    KeptAnswer.objects.update(status=None)
    status, answer = script.call("POST", "decks/", {"text": "Name: Once"}, **key)
    assert (status, answer["error"]["code"]) == (409, "conflict")
    assert Deck.objects.count() == 1


def test_kept_answers_are_forgotten_after_a_day(roland: User, facts: object) -> None:
    script = Script(roland)
    script.done("POST", "decks/", {"text": "Name: Once"}, **{"Idempotency-Key": "f3b1"})
    assert forget_answers() == 0
    KeptAnswer.objects.update(created=timezone.now() - timedelta(days=1, seconds=1))
    assert forget_answers() == 1


def test_what_is_the_same_for_all_is_compressed(client: Client, facts: object) -> None:
    asked = {"accept-encoding": "gzip"}
    answer = client.get("/api/v1/cards/", headers=asked)
    assert answer["Content-Encoding"] == "gzip"
    assert client.get("/api/v1/cards/", headers={**asked, "if-none-match": answer["ETag"]}).status_code == 304


def test_a_script_with_a_token_gets_large_answers_compressed(
    client: Client, bearer: dict[str, str], facts: object
) -> None:
    """The ETag of a compressed answer is a weak one; it can be sent back all the same, as behind a compressing
    proxy."""
    asked = {**bearer, "accept-encoding": "gzip"}
    body = {"name": "Sent again", "cards": [{"card": "Vulca 01", "copies": 1}]}
    made = client.post("/api/v1/decks/", body, content_type="application/json", headers=bearer).json()
    path = f"/api/v1/decks/{made['key']}/"
    assert "Content-Encoding" not in client.get(path, headers={"accept-encoding": "gzip"})
    answer = client.get(path, headers=asked)
    assert answer["Content-Encoding"] == "gzip"
    assert answer["ETag"].startswith("W/")
    assert client.get(path, headers={**asked, "if-none-match": answer["ETag"]}).status_code == 304
    change = {**bearer, "if-match": answer["ETag"]}
    assert client.patch(path, {"name": "Mended"}, "application/json", headers=change).status_code == 200
    assert client.patch(path, {"name": "Again"}, "application/json", headers=change).status_code == 412


@pytest.mark.parametrize(
    ("path", "field"),
    [
        ("cards/?sort=zzz", "sort"),
        ("cards/?people=zzz&q=fire>3", "people"),
        ("cards/?fire_min=x", "fire_min"),
        (f"cards/?codes={','.join(['Vulca 01'] * 501)}", "codes"),
        ("cards/Vulca 03/record/?from=zzz", "from"),
        ("catalogue/changes/?card=zzz", "card"),
        ("decks/public/?format=zzz", "format"),
        ("decks/public/?game=zzz", "game"),
        ("decks/public/?people=zzz", "people"),
        ("rulings/?card=zzz", "card"),
        ("drafts/statistics/?of=zzz", "of"),
    ],
)
def test_one_manner_for_whatever_a_parameter_cannot_be(path: str, field: str, client: Client, facts: object) -> None:
    answer = client.get(f"/api/v1/{path}")
    assert (answer.status_code, [one["field"] for one in answer.json()["error"]["details"]]) == (400, [field])


def test_the_rules_of_an_event_say_all_that_is_wrong_at_its_place(roland: User) -> None:
    body = {"name": "Cup", "time_zone": "Mars", "listed": True, "cut_size": 3}
    status, answer = Script(roland).call("POST", "events/", body)
    messages = {detail["field"]: detail["message"] for detail in answer["error"]["details"]}
    assert status == 400 and set(messages) == {"time_zone", "first_day", "cut_size"}
    assert messages["time_zone"] == "“Mars” isn’t a time zone. Write it like Europe/Berlin."


def test_a_fault_that_only_a_service_finds_names_its_place(roland: User, facts: object) -> None:
    asked: dict[str, tuple[object, str]] = {
        "PATCH collection/": ({"boxes": {"zzz": 1}}, "boxes.zzz"),
        "POST drafts/": ({"players": 2, "peoples": ["Vulca", "Hoax", "Mimix"], "quiet_hours": "x"}, "quiet_hours"),
        "POST matches/": ({"players": ["Otto", "otto"], "me": "a"}, "players"),
    }
    for call, (body, field) in asked.items():
        method, path = call.split()
        status, answer = Script(roland).call(method, path, body)
        assert (status, [one["field"] for one in answer["error"]["details"]]) == (400, [field]), call


def test_rows_say_what_any_serializer_says() -> None:
    fields = {
        "name": serializers.CharField(),
        "count": serializers.CharField(source="inner.count"),
        "gone": serializers.IntegerField(source="inner.nothing", default=None),
        "day": serializers.DateField(allow_null=True, default=None),
        "left": serializers.IntegerField(required=False),
        "called": serializers.IntegerField(),
        "all": serializers.SerializerMethodField(),
        "get_all": lambda _self, thing: thing.name * 2,
    }
    rows, plain = (type("Any", (kind,), dict(fields)) for kind in (RowSerializer, serializers.Serializer))
    things = [
        SimpleNamespace(name="Roland", inner=SimpleNamespace(count=3), day=date(2026, 7, 4), left=1, called=lambda: 7),
        SimpleNamespace(name=Event.Format.SWISS, inner=SimpleNamespace(count="3"), day=None, called=8),
    ]
    assert rows(things, many=True).data == plain(things, many=True).data
