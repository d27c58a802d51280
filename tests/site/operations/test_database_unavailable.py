"""A database that is away, full or read-only: a page that says so, for people and for programs."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.conf import settings
from django.db import IntegrityError, InternalError, OperationalError, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test import Client

from accounts.models import Person, User
from tenmoons.middleware.database_unavailable import is_database_conflict, is_database_unavailable
from tenmoons.monitoring import logs


@contextmanager
def refusing(error: Exception) -> Iterator[None]:
    """Make every statement fail."""

    def refused(*words: Any, **about: Any) -> Any:
        raise error

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(BaseDatabaseWrapper, "cursor", refused)
        yield


@pytest.fixture
def away(db: None) -> Iterator[None]:
    """Simulate a database server that is being restarted."""
    with refusing(OperationalError("the database system is starting up")):
        yield


@pytest.mark.parametrize("path", ["/", "/cards/", "/drafts/", "/mine/"])
def test_a_page_says_that_the_data_cannot_be_reached(path: str, away: None) -> None:
    client = Client(raise_request_exception=False)
    client.cookies[settings.SESSION_COOKIE_NAME] = "somebody"
    answer = client.get(path)
    assert answer.status_code == 503
    assert answer["Retry-After"]
    text = answer.content.decode()
    assert "Nothing was changed" in text
    assert "<h1>" in text
    assert "Content-Security-Policy" in answer


def test_the_log_has_one_line_of_it_and_not_the_address(away: None, caplog: pytest.LogCaptureFixture) -> None:
    key = "a2b3c4d5e6f7"
    Client(raise_request_exception=False).get(f"/decks/{key}/")
    lines = [line for line in caplog.records if line.levelno >= logging.ERROR]
    assert len(lines) == 1 and lines[0].exc_info is None
    logs.RouteOnlyFilter().filter(lines[0])
    assert lines[0].getMessage().endswith("(the database system is starting up)") and key not in lines[0].getMessage()
    logs.ErrorCounter().emit(lines[0])
    assert logs.errors_of_last_hour()[1][0]["kind"] == "OperationalError"


def test_the_line_stays_where_the_log_was_set_up_twice(away: None, caplog: pytest.LogCaptureFixture) -> None:
    logger, again = logging.getLogger("django.request"), logs.VisitorErrorFilter()
    logger.addFilter(again)
    try:
        Client(raise_request_exception=False).get("/cards/")
    finally:
        logger.removeFilter(again)
    assert [line.levelno for line in caplog.records if line.name == "django.request"] == [logging.ERROR]


def test_a_program_is_told_in_the_shape_of_the_api(away: None) -> None:
    answer = Client(raise_request_exception=False).get("/api/v1/cards/")
    assert (answer.status_code, answer.json()["error"]["code"]) == (503, "unavailable")


def test_what_is_wrong_with_a_question_is_still_a_fault_of_ours(db: None) -> None:
    with refusing(KeyError("moon")):
        assert Client(raise_request_exception=False).get("/").status_code == 500


def test_a_database_that_may_only_be_read_counts_as_away() -> None:
    assert is_database_unavailable(InternalError("cannot execute INSERT in a read-only transaction"))
    wrapped = RuntimeError("outer")
    wrapped.__cause__ = OperationalError("database or disk is full")
    assert is_database_unavailable(wrapped)
    assert not is_database_unavailable(InternalError("current transaction is aborted"))
    assert not is_database_unavailable(None)


def test_who_was_slower_is_told_so() -> None:
    client = Client(raise_request_exception=False)
    with refusing(IntegrityError("FOREIGN KEY constraint failed")):
        page, answer = client.get("/cards/"), client.get("/api/v1/cards/")
    assert (page.status_code, answer.status_code, answer.json()["error"]["code"]) == (409, 409, "conflict")
    assert "Nothing was saved" in page.content.decode()


def test_only_what_another_row_forbids_is_a_conflict(roland: User) -> None:
    def refused(**fields: Any) -> IntegrityError:
        with pytest.raises(IntegrityError) as met, transaction.atomic():
            Person.objects.create(**fields)
        return met.value

    Person.objects.create(user=roland)
    assert is_database_conflict(refused(user=roland))
    assert not is_database_conflict(refused(nickname=None))
    assert not is_database_conflict(None)


def test_who_was_slower_leaves_one_line_without_a_traceback_in_the_log(
    roland: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Two sign up under one name at the same moment: the second is checked before the first has been saved."""
    monkeypatch.setattr("allauth.account.internal.userkit.filter_users_by_username", lambda *names: User.objects.none())
    password = "a long password of many moons"
    sent = {"username": roland.username, "password1": password, "password2": password}
    answer = Client(raise_request_exception=False).post("/accounts/signup/", sent)
    assert answer.status_code == 409
    refusals = [line for line in caplog.records if "UNIQUE" in line.getMessage() or "unique" in line.getMessage()]
    assert len(refusals) == 1 and refusals[0].levelno == logging.WARNING
    assert not [line for line in caplog.records if line.exc_info or line.levelno > logging.WARNING]
