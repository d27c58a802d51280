"""What is secret stays so: marked passwords, tokens and links are searched for in every log, error page and mail.

DEBUG is off, logging is at its loudest, and everything goes wrong on purpose.
"""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.core import mail
from django.http import HttpRequest
from django.test import Client, override_settings
from django.urls import reverse
from django.views.debug import ExceptionReporter, get_exception_reporter_class
from pytest_django import DjangoDbBlocker

from accounts.models import ApiToken, User
from cards.core.facts import Catalogue
from tests.access.world import World, undone_world

MARK = "marked-secret-0815"


# One process makes the world of all these.
pytestmark = pytest.mark.xdist_group("secrets")


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: DjangoDbBlocker, facts: Catalogue) -> Iterator[World]:
    """One world for all tests here."""
    yield from undone_world(django_db_blocker, facts)


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """Yield all that is logged, as the handlers of the site write it."""
    written = io.StringIO()
    files = []
    for handler in logging.getLogger().handlers:
        if isinstance(handler, logging.StreamHandler) and handler.formatter is not None and handler.filters:
            files.append((handler, handler.setStream(written)))
    assert files, "the handler of the site writes the log"
    root = logging.getLogger()
    before = root.level
    root.setLevel(logging.DEBUG)
    yield written
    root.setLevel(before)
    for handler, stream in files:
        if stream is not None:
            handler.setStream(stream)


def _broken(monkeypatch: pytest.MonkeyPatch, *places: str) -> None:
    def fail(*args: object, **kwargs: object) -> None:
        raise RuntimeError("broken on purpose")

    for place in places:
        monkeypatch.setattr(place, fail)


def _quiet() -> Client:
    client = Client()
    client.raise_request_exception = False
    return client


@override_settings(DEBUG=False, ADMINS=[("Judge", "judge@moons.example")])
def test_a_password_is_in_no_log_and_no_mail(roland: User, log: io.StringIO, monkeypatch: pytest.MonkeyPatch) -> None:
    sent = {"login": "Roland", "password": MARK}
    client = _quiet()
    client.post(reverse("account_login"), sent)
    client.post(reverse("account_signup"), {"username": "Roland", "password1": MARK, "password2": MARK})
    client.post("/admin/login/", {"username": "Roland", "password": MARK})
    _broken(monkeypatch, "allauth.account.forms.LoginForm.clean")
    answer = client.post(reverse("account_login"), sent)
    assert answer.status_code == 500
    _nowhere(log, MARK, answer.content.decode())


@override_settings(DEBUG=False, ADMINS=[("Judge", "judge@moons.example")])
def test_an_api_token_is_in_no_log_and_no_mail(
    roland: User, log: io.StringIO, monkeypatch: pytest.MonkeyPatch, db_catalogue: Catalogue
) -> None:
    _token, secret = ApiToken.issue(user=roland, name="a script")
    headers = {"Authorization": f"Bearer {secret}"}
    client = _quiet()
    for path in ("/api/v1/decks/", "/api/v1/nothing/", "/api/v1/decks/nothing/"):
        client.get(path, headers=headers)
    _broken(monkeypatch, "decks.api.decks_of")
    answer = client.get("/api/v1/decks/", headers=headers)
    assert answer.status_code == 500
    _nowhere(log, secret, answer.content.decode())


@override_settings(DEBUG=False, ADMINS=[("Judge", "judge@moons.example")])
def test_links_that_are_keys_are_in_no_log_and_no_mail(
    db: None, world: World, log: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    things, client = world.things, _quiet()
    files = (
        ("running draft", "token"),
        ("pack", "secret"),
        ("event", "role_key"),
        ("new match", "join_key"),
        ("link deck", "key"),
        ("shared deck", "secret"),
    )
    secrets = [str(things[thing][part]) for thing, part in files]
    paths = [
        reverse("drafts:seat", args=[things["running draft"]["key"], things["running draft"]["token"]]),
        reverse("cards:join_texts", args=[things["pack"]["secret"]]),
        reverse("matches:event_help", args=[things["event"]["key"], things["event"]["role_key"]]),
        reverse("matches:join", args=[things["new match"]["key"], things["new match"]["join_key"]]),
        reverse("decks:deck", args=[things["link deck"]["key"]]),
        reverse("decks:edit_together", args=[things["shared deck"]["secret"]]),
    ]
    for path in paths:
        client.get(path)
        client.put(path)
        client.get(path + "nothing/")
    _broken(
        monkeypatch,
        "drafts.table.views.visible_draft_for",
        "cards.text_packs.views.service.pack_by_invitation",
        "decks.views.visible_deck",
    )
    # The page itself may say its own address to the person who asked for it, who has it anyway.
    assert [client.get(path).status_code for path in (paths[0], paths[1], paths[4])] == [500, 500, 500]
    for secret in secrets:
        _nowhere(log, secret, "")


def test_a_report_of_an_error_hides_what_a_request_brought(db: None, world: World) -> None:
    """What an operator sees who has switched reports by mail on."""
    from django.test import RequestFactory

    secret = str(world.things["pack"]["secret"])
    request = RequestFactory().post(
        reverse("cards:join_texts", args=[secret]),
        {"password": MARK, "text": MARK, "anything": MARK},
        headers={
            "Authorization": f"Bearer {MARK}",
            "X-Seat-Token": MARK,
            "Cookie": f"{settings.SESSION_COOKIE_NAME}={MARK}",
        },
    )
    try:
        token, password = MARK, MARK
        raise RuntimeError("broken on purpose" + token[:0] + password[:0])
    except RuntimeError as error:
        reporter = _reporter(request, error)
        report = reporter.get_traceback_text() + reporter.get_traceback_html()
    assert MARK not in report
    assert secret not in report


def _reporter(request: HttpRequest, error: Exception) -> ExceptionReporter:
    made: Any = get_exception_reporter_class(request)
    reporter: ExceptionReporter = made(request, type(error), error, error.__traceback__)
    return reporter


def _nowhere(log: io.StringIO, secret: str, page: str) -> None:
    assert log.getvalue(), "something was logged"
    assert secret not in log.getvalue()
    assert secret not in page
    assert all(secret not in str(letter.message()) for letter in mail.outbox)


def test_secrets_of_webhooks_are_not_in_what_an_admin_or_a_stranger_sees(db: None, world: World) -> None:
    from matches.models import Webhook

    secrets = [hook.secret for hook in Webhook.objects.all()]
    assert len(secrets) == 2, "one of each event"
    lobby = f"/drafts/{world.things['lobby']['key']}/"
    for role in ("stranger", "player", "host", "judge"):
        client = world.client(role)
        for path in (f"/matches/events/{world.things['event']['key']}/", "/admin/matches/", lobby):
            page = client.get(path).content.decode()
            assert not any(secret in page for secret in secrets)


def test_nothing_mails_reports_by_itself() -> None:
    assert "AdminEmail" not in str(settings.LOGGING)
