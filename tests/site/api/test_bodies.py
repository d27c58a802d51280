"""Bodies of requests: nested JSON, unknown fields, and what a request may do with a token and without."""

from __future__ import annotations

import json
from typing import Any
from unittest.mock import Mock

import pytest
from django.test import Client

from accounts.models import ApiToken, User
from common.json_depth import MAX_JSON_DEPTH, json_depth
from tests.drafts.tables import setup_for

pytestmark = pytest.mark.django_db
CHECK = "/api/v1/decks/check/"
ANYBODY = ("decks/check/", "decks/import/", "power/", "drafts/preflight/", "decks/complete/", "decks/odds/")


def post(client: Client, path: str, raw: str | bytes, **headers: str) -> tuple[int, Any]:
    answer = client.generic("POST", path, raw, content_type="application/json", headers=headers)
    return answer.status_code, json.loads(answer.content)


@pytest.mark.parametrize("path", ANYBODY)
@pytest.mark.parametrize(
    "raw",
    [
        "[" * 1000,
        '{"text":' + "[" * 5000 + "]" * 5000 + "}",
        '{"a":' * 1000 + "1" + "}" * 1000,
        '{"a":' * 200_000,
        '"' + '\\"' * 200_000,
    ],
    ids=["open", "valid lists", "valid objects", "long", "a string without end"],
)
def test_nested_json_is_refused_in_words(client: Client, path: str, raw: str) -> None:
    status, answer = post(client, f"/api/v1/{path}", raw)
    assert (status, answer["error"]["code"]) == (400, "invalid")


def test_the_depth_is_named(client: Client) -> None:
    _status, answer = post(client, CHECK, "[" * (MAX_JSON_DEPTH + 1))
    assert answer["error"]["message"] == f"The JSON is nested deeper than {MAX_JSON_DEPTH} levels."


@pytest.mark.parametrize(
    ("path", "body", "field"),
    [
        ("power/", {"cards": [None] * 20_000}, "cards"),
        ("drafts/preflight/", {"peoples": ["x"] * 20_000}, "peoples"),
        ("decks/complete/", {"icons": {str(number): 1 for number in range(20_000)}}, "icons"),
    ],
)
def test_a_list_that_is_too_long_is_refused_before_its_entries_are_looked_at(
    client: Client, path: str, body: dict[str, Any], field: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rest_framework.serializers.Serializer.is_valid", Mock(side_effect=AssertionError))
    status, answer = post(client, f"/api/v1/{path}", json.dumps(body))
    (detail,) = answer["error"]["details"]
    assert (status, detail["field"]) == (400, field)
    assert detail["message"].startswith("This must have at most ")


def test_only_some_of_many_faults_are_named(client: Client) -> None:
    for path, body, most in (
        ("power/", {f"f{number}": 1 for number in range(9000)}, 52),
        ("decks/check/", {"cards": [{}] * 1000}, 100),
    ):
        status, answer = post(client, f"/api/v1/{path}", json.dumps(body))
        assert (status, len(answer["error"]["details"])) == (400, most)


@pytest.mark.parametrize(
    ("raw", "says"),
    [
        (b"\xff{}", "The body must be UTF-8 text."),
        (b'{"text": NaN}', "NaN is not JSON"),
        (b'{"copies": ' + b"9" * 5000 + b"}", "This isn’t valid JSON"),
        (b'{"text": ', "This isn’t valid JSON"),
    ],
)
def test_what_is_no_json_is_refused_in_words(client: Client, raw: bytes, says: str) -> None:
    status, answer = post(client, CHECK, raw)
    assert status == 400
    assert says in answer["error"]["message"]


def test_brackets_within_a_string_do_not_nest() -> None:
    assert json_depth(json.dumps({"text": '[[["\\' * 100})) == 1


def test_unknown_fields_are_refused_with_the_nearest_name(client: Client, facts: object) -> None:
    status, answer = post(client, CHECK, json.dumps({"cardz": [], "cards": [{"card": "Catusan", "copys": 1}]}))
    assert status == 400
    assert {detail["field"]: detail["message"] for detail in answer["error"]["details"]} == {
        "cardz": "Unknown field “cardz”. Did you mean “cards”?",
        "cards.0.copys": "Unknown field “copys”. Did you mean “copies”?",
    }


def _bearer(user: User, scopes: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {ApiToken.issue(user=user, name='script', scopes=scopes)[1]}"}


DRAFT = {"players": 2, "peoples": [people.value for people in setup_for(2).peoples], "step8": "right"}
FREE = {
    "decks/check/": {"text": "Name: One"},
    "decks/import/": {"text": "Name: One"},
    "decks/repair/": {"text": "Leader: Terrah 00"},
    "decks/complete/": {"text": "Leader: Terrah 00"},
    "decks/odds/": {"text": "Leader: Terrah 00"},
    "drafts/preflight/": DRAFT,
}


@pytest.mark.parametrize("scopes", ["read", "matches"])
@pytest.mark.parametrize("path", FREE)
def test_a_token_may_do_no_less_than_no_token(
    client: Client, roland: User, facts: object, path: str, scopes: str
) -> None:
    url, raw = f"/api/v1/{path}", json.dumps(FREE[path])
    status, _answer = post(client, url, raw)
    assert status == 200
    assert post(client, url, raw, **_bearer(roland, scopes))[0] == 200


def test_what_a_token_lacks_is_named_where_a_stranger_would_be_refused_too(
    roland_client: Client, roland: User, facts: object
) -> None:
    """Also with the cookie of a session that could do it: a token gains nothing by it."""
    for body in ({"text": "Name: One"}, {"copies": "wrong"}):
        status, answer = post(roland_client, "/api/v1/decks/", json.dumps(body), **_bearer(roland, "read"))
        assert (status, answer["error"]["code"]) == (403, "not_allowed")
        assert "This token doesn’t have the permission “decks”." in answer["error"]["message"]


def test_a_read_token_joins_a_table_as_a_stranger(client: Client, roland: User, elinor: User, facts: object) -> None:
    _status, opened = post(client, "/api/v1/drafts/", json.dumps(DRAFT), **_bearer(elinor, "drafts"))
    url = f"/api/v1/drafts/{opened['draft']['key']}/join/"
    status, seated = post(client, url, json.dumps({"nickname": "Bot"}), **_bearer(roland, "read"))
    assert status == 201
    assert "Roland" not in json.dumps(seated)


def test_half_a_character_is_refused_and_a_whole_one_is_not(client: Client) -> None:
    message = "This isn’t valid JSON: a text has half a character: line 1 column 11 (char 10)."
    for text, refused in ((b"\\ud800", True), (b"\\ud83c\\udf19", False)):
        answer = client.post("/api/v1/decks/check/", b'{"text": "%s"}' % text, "application/json")
        assert (answer.json().get("error", {}).get("message") == message) is refused
