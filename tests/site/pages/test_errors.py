"""One family of errors, one shape, on pages and in the API alike."""

from __future__ import annotations

import pytest
from django.http import HttpRequest
from rest_framework.exceptions import ValidationError

from common.api.errors import api_exception_handler
from common.error_responses import DomainErrorMiddleware, status_of_error
from common.errors import Conflict, Detail, DomainError, Invalid, Missing, NotAllowed

SHAPE = {"code", "message", "rule", "details"}


@pytest.mark.parametrize(("kind", "status"), [(Invalid, 400), (NotAllowed, 403), (Missing, 404), (Conflict, 409)])
def test_each_kind_has_its_status(kind: type[DomainError], status: int) -> None:
    assert status_of_error(kind("no")) == status


def test_the_api_says_what_where_and_why() -> None:
    error = Invalid("%(n)d players", {"n": 7}, rule="DRAFT-23", details=(Detail("line", line=3),))
    answer = api_exception_handler(error, {})
    assert answer is not None
    assert answer.data["error"]["message"] == "7 players"
    assert answer.data["error"]["rule"] == "DRAFT-23"
    assert answer.data["error"]["details"][0]["line"] == 3


def test_the_framework_s_own_errors_take_the_same_shape() -> None:
    error = ValidationError({"cards": [{"copies": ["must be positive"]}, {}], "name": ["is missing"]})
    answer = api_exception_handler(error, {})
    assert answer is not None
    assert set(answer.data["error"]) == SHAPE
    fields = {detail["field"] for detail in answer.data["error"]["details"]}
    assert fields == {"cards.0.copies", "name"}


def test_a_page_shows_an_error_of_the_house_kindly(db: None, rf: object) -> None:
    from django.test import RequestFactory

    request: HttpRequest = RequestFactory().get("/")
    request.session = {}  # type: ignore[assignment]
    middleware = DomainErrorMiddleware(lambda _: None)  # type: ignore[arg-type,return-value]
    answer = middleware.process_exception(request, Conflict("Somebody was quicker."))
    assert answer is not None
    assert answer.status_code == 409
    assert "Somebody was quicker." in answer.content.decode()


def test_other_exceptions_are_left_to_the_framework() -> None:
    middleware = DomainErrorMiddleware(lambda _: None)  # type: ignore[arg-type,return-value]
    assert middleware.process_exception(HttpRequest(), RuntimeError("bug")) is None
    assert api_exception_handler(RuntimeError("bug"), {}) is None
