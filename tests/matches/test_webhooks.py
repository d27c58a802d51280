from __future__ import annotations

import hashlib
import hmac
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from django.conf import LazySettings
from pytest_django import DjangoCaptureOnCommitCallbacks

from accounts.models import User
from common.errors import Invalid, Missing, NotAllowed
from matches import tasks, webhooks
from matches.models_events import Webhook
from tests.matches.events import made_event, paired
from tests.matches.made import person

pytestmark = pytest.mark.django_db


class Receiver(HTTPServer):
    heard: list[tuple[str, bytes]]
    answer = 200


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            server.heard.append((self.headers[webhooks.SIGNATURE], body))
            self.send_response(server.answer)
            self.end_headers()

        def log_message(self, *args: object) -> None:
            pass

    server = Receiver(("127.0.0.1", 0), Handler)
    server.heard = []
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


def hook(roland: User, url: str) -> Webhook:
    event = made_event(person(roland), 4)
    return webhooks.add(by=event.owner, key=event.key, url=url)


def test_a_notice_is_signed(roland: User, receiver: Receiver, settings: LazySettings) -> None:
    settings.WEBHOOK_PRIVATE = True
    made = hook(roland, f"http://127.0.0.1:{receiver.server_port}/told?x=1")
    assert webhooks.send(made.pk, {"kind": "paired", "round": 1})
    ((signature, body),) = receiver.heard
    wanted = hmac.new(made.secret.encode(), body, hashlib.sha256).hexdigest()
    assert signature == f"sha256={wanted}" and json.loads(body)["round"] == 1
    receiver.answer = 500
    assert not webhooks.send(made.pk, {"kind": "paired"})
    made.refresh_from_db()
    assert made.last_status == "500"


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::1]", "10.0.0.1", "169.254.169.254"])
def test_a_private_address_is_told_nothing(roland: User, host: str) -> None:
    made = hook(roland, f"http://{host}:9/")
    assert webhooks.send(made.pk, {"kind": "paired"})
    made.refresh_from_db()
    assert "private" in made.last_status


def test_rounds_and_results_are_told_after_the_commit(
    roland: User, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    told: list[dict[str, object]] = []
    monkeypatch.setattr(tasks.tell_webhook, "delay", lambda pk, body: told.append(body))
    made = hook(roland, "https://example.org/")
    with django_capture_on_commit_callbacks(execute=True):
        paired(made.event, 1)
    assert [body["kind"] for body in told] == ["paired"]


def test_who_may_add_which_address(roland: User, stranger: User) -> None:
    made = hook(roland, "https://example.org/")
    with pytest.raises(NotAllowed):
        webhooks.add(by=person(stranger), key=made.event.key, url="https://example.org/")
    for url in ("ftp://example.org/", "https:///x", "https://user@example.org/"):
        with pytest.raises(Invalid):
            webhooks.add(by=made.event.owner, key=made.event.key, url=url)
    webhooks.remove(by=made.event.owner, key=made.event.key, pk=made.pk)
    with pytest.raises(Missing):
        webhooks.remove(by=made.event.owner, key=made.event.key, pk=made.pk)
    assert webhooks.send(made.pk, {})
