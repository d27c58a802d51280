"""Every status that docs/api.md explains is returned to some request, so none is documented that never comes.

Conversely, the statuses of hostile requests are among these (`test_hostile_requests`).
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from django.db import OperationalError
from django.db.backends.base.base import BaseDatabaseWrapper
from django.http import HttpResponse
from django.test import Client, override_settings

from accounts.models import ApiToken, KeptAnswer, User
from cards.core.facts import Catalogue
from common.api.error_codes import ERROR_CODES, PROBLEM_TYPE
from tests.fuzz.test_hostile_requests import documented

pytestmark = pytest.mark.django_db
DECK = {"text": "Leader: Terrah 00\nTerrah 01\n"}
Probe = Callable[[Client, pytest.MonkeyPatch], Any]


def _post(client: Client, path: str, body: object, **headers: str) -> Any:
    return client.post(f"/api/v1/{path}", body, content_type="application/json", headers=headers)


def _stored(client: Client) -> dict[str, Any]:
    """Return a deck of the client, as the API returns it."""
    made: dict[str, Any] = _post(client, "decks/", DECK).json()
    return made


def _change(client: Client, body: dict[str, Any], key: str, **headers: str) -> Any:
    path = f"/api/v1/decks/{key}/"
    return client.patch(path, json.dumps(body), content_type="application/json", headers=headers)


def _broken(client: Client, patch: pytest.MonkeyPatch) -> Any:
    def fails(*_words: object, **_about: object) -> None:
        raise KeyError("moon")

    patch.setattr("cards.api.find_cards", fails)
    return client.get("/api/v1/cards/")


def _away(client: Client, patch: pytest.MonkeyPatch) -> Any:
    def away(*_words: object, **_about: object) -> None:
        raise OperationalError("the database system is starting up")

    patch.setattr(BaseDatabaseWrapper, "cursor", away)
    return client.get("/api/v1/cards/")


def _sent_twice(client: Client, _patch: pytest.MonkeyPatch) -> Any:
    _post(client, "decks/check/", DECK, **{"Idempotency-Key": "one"})
    assert KeptAnswer.objects.count() == 1
    return _post(client, "decks/check/", {"text": "Leader: Hoax 00"}, **{"Idempotency-Key": "one"})


def _too_often(client: Client, _patch: pytest.MonkeyPatch) -> Any:
    with override_settings(LIMITS=settings.LIMITS | {"member": "1/min"}):
        client.get("/api/v1/catalogue/")
        return client.get("/api/v1/catalogue/")


PROBES: dict[int, Probe] = {
    400: lambda client, _patch: client.get("/api/v1/cards/?colour=red"),
    401: lambda client, _patch: client.get("/api/v1/decks/", headers={"Authorization": "Bearer tm_unknown"}),
    403: lambda client, _patch: client.get(
        "/api/v1/decks/", headers={"Authorization": f"Bearer {_token_without_reading()}"}
    ),
    404: lambda client, _patch: client.get("/api/v1/cards/Firebrid/"),
    405: lambda client, _patch: client.delete("/api/v1/cards/vulca-03/"),
    406: lambda client, _patch: client.get("/api/v1/cards/", headers={"Accept": "image/png"}),
    409: lambda client, _patch: _change(client, {"notes": "You", "version": 7}, _stored(client)["key"]),
    412: lambda client, _patch: _change(client, {"notes": ""}, _stored(client)["key"], **{"If-Match": '"7"'}),
    413: lambda client, _patch: _post(client, "decks/check/", {"text": "x" * 3_000_000}),
    415: lambda client, _patch: client.post("/api/v1/decks/check/", "<deck/>", content_type="text/xml"),
    422: _sent_twice,
    429: _too_often,
    500: _broken,
    503: _away,
}


def _token_without_reading() -> str:
    return ApiToken.issue(user=User.objects.create_user("Elinor"), name="decks", scopes="drafts")[1]


def test_every_documented_status_has_a_request_that_meets_it() -> None:
    assert set(PROBES) == documented() == {status for status, _meaning in ERROR_CODES.values()}


@pytest.mark.parametrize("status", sorted(PROBES))
def test_a_request_meets_the_status_in_the_one_shape(
    status: int, roland_client: Client, db_catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    roland_client.raise_request_exception = False
    answer: HttpResponse = PROBES[status](roland_client, monkeypatch)
    monkeypatch.undo()
    assert (answer.status_code, answer["Content-Type"].partition(";")[0]) == (status, PROBLEM_TYPE), answer.content
    body = json.loads(answer.content)
    assert ERROR_CODES[body["error"]["code"]][0] == body["status"] == status
