"""Webhooks of events: who may add them, what is sent and signed, and what happens when an address fails."""

from __future__ import annotations

import base64
import json
import re
import socket
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, DjangoCaptureOnCommitCallbacks
from standardwebhooks import Webhook as StandardWebhook
from standardwebhooks import WebhookVerificationError

from accounts.models import User
from common.errors import Conflict, Invalid, Missing, NotAllowed
from common.outbound.http import is_private
from matches import tasks
from matches.events.services import delete_event
from matches.events.webhooks.services import event_webhooks
from matches.models import Event, Notice, Webhook
from matches.webhooks import delivery
from matches.webhooks import http as webhooks_http
from matches.webhooks.addresses import MAX_WEBHOOKS
from matches.webhooks.outbox import NOTICE_KINDS, create_notices
from tests.matches.builders import person
from tests.matches.events.builders import enter_all, made_event, paired
from tests.matches.events.test_api import Script

pytestmark = pytest.mark.django_db
DOCS = Path(__file__).resolve().parent.parent.parent / "docs" / "matches.md"


class Receiver(HTTPServer):
    heard: list[tuple[dict[str, str], bytes]]
    answer = 200
    address = ""


@pytest.fixture
def receiver(settings: LazySettings) -> Iterator[Receiver]:
    settings.WEBHOOK_PRIVATE = True

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            server.heard.append((dict(self.headers), body))
            self.send_response(server.answer)
            self.send_header("Location", server.address)
            self.end_headers()

        def log_message(self, *args: object) -> None:
            pass

    server = Receiver(("127.0.0.1", 0), Handler)
    server.heard = []
    server.address = f"http://127.0.0.1:{server.server_port}/told?x=1"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


def hook(roland: User, url: str) -> Webhook:
    event = made_event(person(roland), 4)
    return event_webhooks.add(by=event.owner, key=event.key, url=url)


def event_of(made: Webhook) -> Event:
    assert made.event is not None
    return made.event


def notice(made: Webhook, kind: str = "paired") -> Notice:
    return create_notices([made], {"kind": kind, "round": 1})[0]


def documented() -> Any:
    """The receiver of the documentation, as it is printed there."""
    match = re.search(r"```python\n(import base64.*?)```", DOCS.read_text(), re.DOTALL)
    assert match, "docs/matches.md lacks the example of a receiver"
    names: dict[str, Any] = {}
    exec(match[1], names)
    return names["is_genuine"]


def test_a_notice_is_signed_as_the_documentation_says(roland: User, receiver: Receiver) -> None:
    made = hook(roland, receiver.address)
    sent = notice(made)
    assert delivery.send(sent.pk)
    ((headers, body),) = receiver.heard
    assert json.loads(body) == {"id": sent.key, "kind": "paired", "round": 1}
    headers = {name.lower(): value for name, value in headers.items()}
    assert headers[webhooks_http.ID] == sent.key and headers["content-type"] == "application/json"
    assert StandardWebhook(made.secret).verify(body.decode(), headers)["id"] == sent.key
    genuine = documented()
    assert genuine(made.secret, headers, body)
    assert not genuine("whsec_" + "A" * 32, headers, body)
    assert not genuine(made.secret, headers, body + b" ")
    long_ago = datetime.now(UTC) - timedelta(minutes=10)
    stale = webhooks_http.signed_headers(made.secret, body, notice=sent.key, timestamp=long_ago)
    assert not genuine(made.secret, stale, body)
    with pytest.raises(WebhookVerificationError):
        StandardWebhook(made.secret).verify(body.decode(), stale)
    sent.refresh_from_db()
    assert (sent.state, sent.status, sent.tries) == ("told", "200", 1)
    assert not delivery.send(sent.pk)


def test_a_secret_from_before_standard_webhooks_signs_with_its_bytes() -> None:
    secret, body = "a-secret_of_the_old_form", b'{"id": "k"}'
    headers = webhooks_http.signed_headers(secret, body, notice="k", timestamp=datetime.now(UTC))
    StandardWebhook(base64.b64encode(secret.encode()).decode()).verify(body.decode(), headers)


def test_a_refused_notice_is_tried_again_later_and_later_and_then_given_up(roland: User, receiver: Receiver) -> None:
    receiver.answer = 500
    made = hook(roland, receiver.address)
    sent, waits = notice(made), []
    for _attempt in range(delivery.MAX_TRIES):
        before = timezone.now()
        Notice.objects.filter(pk=sent.pk).update(due=before)
        assert delivery.send_due(timezone.now()) == 1
        sent.refresh_from_db()
        waits.append(round((sent.due - before).total_seconds()))
    assert waits[:-1] == [10, 20, 40, 80, 160, 320] and sent.state == "given_up"
    assert delivery.send_due(timezone.now() + timedelta(days=1)) == 0
    made.refresh_from_db()
    assert (made.last_status, made.failures, made.off) == ("500", delivery.MAX_TRIES, None)


def test_an_address_that_goes_on_refusing_is_turned_off_and_on_again(roland: User, receiver: Receiver) -> None:
    receiver.answer = 404
    made = hook(roland, receiver.address)
    for _attempt in range(delivery.MAX_FAILURES):
        assert delivery.send(notice(made).pk)
    made.refresh_from_db()
    assert made.off is not None and not made.notices.filter(state="waiting").exists()
    paired(event_of(made), 1)
    assert not made.notices.filter(state="waiting").exists()
    receiver.answer = 204
    key, owner = event_of(made).key, event_of(made).owner
    tested = event_webhooks.test(by=owner, key=key, pk=made.pk)
    assert delivery.send(tested.pk) and Notice.objects.get(pk=tested.pk).state == "told"
    assert event_webhooks.turn_on(by=owner, key=key, pk=made.pk).off is None
    enter_all(event_of(made))
    assert made.notices.filter(state="waiting", kind="result").count() == 2


def test_redirections_are_not_followed(roland: User, receiver: Receiver) -> None:
    receiver.answer = 302
    sent = notice(hook(roland, receiver.address))
    delivery.send(sent.pk)
    sent.refresh_from_db()
    assert len(receiver.heard) == 1 and (sent.state, sent.status) == ("waiting", "302")


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "10.0.0.1",
        "169.254.169.254",
        "192.168.1.1",
        "100.64.0.1",
        "0.0.0.0",
        "224.0.0.1",
        "255.255.255.255",
        "::1",
        "::",
        "fe80::1%eth0",
        "fd00::1",
        "::ffff:127.0.0.1",
        "64:ff9b::7f00:1",
        "2002:7f00:1::",
        "ff02::1",
        "fec0::1",
        "192.0.0.8",
        "192.0.0.192",
        "192.0.0.255",
        "192.88.99.1",
        "::ffff:192.0.0.192",
        "64:ff9b::c000:c0",
        "2001:2::1",
    ],
)
def test_an_address_inside_is_known_however_it_is_wrapped(address: str) -> None:
    assert is_private(address)


def test_an_address_outside_is_none(roland: User) -> None:
    assert not is_private("93.184.216.34") and not is_private("2606:2800:220:1::")


def test_a_name_that_leads_inside_is_told_nothing(roland: User, monkeypatch: pytest.MonkeyPatch) -> None:
    made = hook(roland, "https://example.org/")
    inside = [(0, 0, 0, "", ("93.184.216.34", 443)), (0, 0, 0, "", ("10.0.0.1", 443))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *args, **more: inside)
    sent = notice(made)
    delivery.send(sent.pk)
    sent.refresh_from_db()
    assert (sent.state, sent.answer) == ("given_up", "a private address cannot be notified")


def test_rounds_and_results_are_told_after_the_commit(
    roland: User, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    told: list[int] = []
    monkeypatch.setattr(tasks.send_notice, "delay", told.append)
    made = hook(roland, "https://example.org/")
    with django_capture_on_commit_callbacks(execute=True):
        paired(event_of(made), 1)
    assert [row.kind for row in Notice.objects.filter(pk__in=told)] == ["paired"]


@pytest.mark.parametrize(("answer", "attempts"), [(204, 1), (500, delivery.MAX_TRIES)])
def test_a_deleted_event_is_told_and_then_its_addresses_are_forgotten(
    roland: User, receiver: Receiver, answer: int, attempts: int
) -> None:
    receiver.answer = answer
    made = hook(roland, receiver.address)
    key, before = event_of(made).key, notice(made)
    Webhook.objects.update(failures=delivery.MAX_FAILURES - delivery.MAX_TRIES)  # at the last try it is turned off too
    delete_event(by=person(roland), key=key)
    assert [row.kind for row in Notice.objects.all()] == ["deleted"] and before.state == "waiting"
    for _attempt in range(attempts):
        assert Webhook.objects.exists()
        Notice.objects.update(due=timezone.now())
        assert delivery.send_due(timezone.now()) == 1
    assert len(receiver.heard) == attempts and not Webhook.objects.exists() and not Notice.objects.exists()
    told = json.loads(receiver.heard[0][1])
    assert (told["event"], told["kind"], told["name"]) == (key, "deleted", "Saturday")


@pytest.mark.parametrize(
    "url",
    [
        "ftp://example.org/",
        "https:///x",
        "https://user@example.org/",
        "http://[::1",
        "http://example.org:99999/",
        "http://localhost:9/",
        "http://127.0.0.1/",
        "http://[::ffff:10.0.0.1]/",
        "https://example.org/a b",
        "https://example.org/\r\nX: 1",
        "https://example.org/" + "x" * 300,
    ],
)
def test_an_address_nobody_can_be_told_at_is_refused(roland: User, url: str) -> None:
    with pytest.raises(Invalid):
        hook(roland, url)


def test_who_may_add_which_address(roland: User, stranger: User) -> None:
    made = hook(roland, "https://example.org/")
    owner, key = event_of(made).owner, event_of(made).key
    with pytest.raises(NotAllowed):
        event_webhooks.add(by=person(stranger), key=key, url="https://example.org/")
    with pytest.raises(Conflict, match="notifies that address already"):
        event_webhooks.add(by=owner, key=key, url="https://example.org/")
    for number in range(MAX_WEBHOOKS - 1):
        event_webhooks.add(by=owner, key=key, url=f"https://example.org/{number}")
    with pytest.raises(Invalid, match="at most 5"):
        event_webhooks.add(by=owner, key=key, url="https://example.org/another")
    event_webhooks.remove(by=owner, key=key, pk=made.pk)
    with pytest.raises(Missing):
        event_webhooks.remove(by=owner, key=key, pk=made.pk)


def test_what_is_long_over_is_forgotten(roland: User) -> None:
    made = hook(roland, "https://example.org/")
    old, new = notice(made), notice(made)
    Notice.objects.filter(pk=old.pk).update(made=timezone.now() - timedelta(days=15), state="told")
    Notice.objects.filter(pk=new.pk).update(state="told")
    delivery.send_due(timezone.now())
    assert list(made.notices.all()) == [new]


def test_the_page_shows_a_secret_once_and_every_answer(
    roland: User, roland_client: Client, stranger_client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    event = made_event(person(roland), 4)
    page = f"/matches/events/{event.key}/webhooks/"
    assert stranger_client.get(page).status_code == 403
    assert stranger_client.post(page, {"url": "https://example.org/"}).status_code == 403
    typed = roland_client.post(page, {"url": "http://10.0.0.1/hook"})
    assert typed.status_code == 400 and "http://10.0.0.1/hook" in typed.content.decode()
    assert roland_client.post(page, {"url": "https://example.org/hook"}).status_code == 302
    made = event.webhooks.get()
    assert made.secret in roland_client.get(page).content.decode()
    assert made.secret not in roland_client.get(page).content.decode()
    change = f"{page}{made.pk}/"
    for what in ("test", "on"):
        assert roland_client.post(change, {"what": what}).status_code == 302
        assert stranger_client.post(change, {"what": what}).status_code == 403
    assert roland_client.post(change, {"what": "juggle"}).status_code == 404
    with django_assert_max_num_queries(9):
        assert "test" in roland_client.get(page).content.decode()
    assert roland_client.post(change, {"what": "remove"}).status_code == 302
    assert roland_client.post(change, {"what": "remove"}).status_code == 404


def test_a_script_keeps_webhooks_and_the_secret_is_told_once(roland: User, stranger: User) -> None:
    script, other = Script(roland), Script(stranger)
    key = script.done("POST", "events/", {"name": "Small"})["event"]["key"]
    made = script.done("POST", f"events/{key}/webhooks/", {"url": "https://example.org/"})
    assert len(made["secret"]) > 20
    (listed,) = script.done("GET", f"events/{key}/webhooks/")["results"]
    assert "secret" not in listed and listed["off"] is None
    one = f"events/{key}/webhooks/{made['id']}/"
    script.done("POST", one, {"what": "test"})
    script.done("POST", one, {"what": "on"})
    assert [row["kind"] for row in script.done("GET", one)["results"]] == ["test"]
    for method in ("GET", "POST", "DELETE"):
        assert other.call(method, one, {"what": "test"})[0] == 403
    script.done("DELETE", one)
    assert script.call("GET", one)[0] == 404


@pytest.mark.django_db(transaction=True)
def test_receivers_that_never_answer_take_one_slot_and_no_more(
    roland: User, settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.EMBEDDED_WORKER = True
    made = hook(roland, "https://example.org/")
    first, second = notice(made), notice(made)
    tried: list[bool] = []

    def silent(*args: object, **kwargs: object) -> int:
        tried.append(delivery.send(second.pk))  # another thread of the worker, while this one waits
        raise TimeoutError

    monkeypatch.setattr(webhooks_http, "post", silent)
    assert delivery.send(first.pk) and tried == [False]
    second.refresh_from_db()
    assert (second.tries, second.state) == (0, Notice.State.WAITING)
    monkeypatch.setattr(webhooks_http, "post", lambda *args, **kwargs: 200)
    assert delivery.send(second.pk)


def test_a_sweep_ends_in_time_and_begins_with_those_who_answer(roland: User, monkeypatch: pytest.MonkeyPatch) -> None:
    silent, good = hook(roland, "https://silent.example/"), hook(roland, "https://good.example/")
    Webhook.objects.filter(pk=silent.pk).update(failures=3)
    for _each in range(9):
        notice(silent)
    notice(good)
    heard, clock = [], [0.0]

    def post(url: str, *args: object, **kwargs: object) -> int:
        heard.append(url)
        if "silent" in url:
            clock[0] += 5
            raise TimeoutError
        return 200

    monkeypatch.setattr(webhooks_http, "post", post)
    monkeypatch.setattr("matches.webhooks.delivery.time.monotonic", lambda: clock[0])
    assert delivery.send_due(timezone.now() + timedelta(seconds=1)) == 4
    assert heard == ["https://good.example/", *["https://silent.example/"] * 3]


# --- chat channels: what their documentation takes and refuses ---

DISCORD = "https://discord.com/api/webhooks/1/abc"
SLACK = "https://hooks.slack.com/services/T0/B0/abc"


def taken_by_discord(body: dict[str, Any]) -> bool:
    """Discord, Execute Webhook: 50006 for a message without content, 50035 above 2,000 characters or unknown types."""
    content, known = body.get("content"), {"content", "username", "allowed_mentions", "embeds", "tts", "avatar_url"}
    return isinstance(content, str) and 0 < len(content) <= 2000 and set(body) <= known


def taken_by_slack(body: dict[str, Any]) -> bool:
    """Slack, incoming webhooks: `no_text` without a text, `invalid_payload` for another type."""
    return isinstance(body.get("text"), str) and bool(body["text"]) and set(body) <= {"text", "blocks", "attachments"}


@pytest.mark.parametrize("kind", sorted([*NOTICE_KINDS, "test"]))
@pytest.mark.parametrize(("url", "takes"), [(DISCORD, taken_by_discord), (SLACK, taken_by_slack)])
def test_a_channel_takes_every_kind_of_notice(url: str, takes: Any, kind: str, roland: User) -> None:
    made = hook(roland, url)
    fields = NOTICE_KINDS.get(kind, ("", ()))[1]
    (sent,) = create_notices([made], {"kind": kind, **dict.fromkeys(fields, "x" * 3000)})
    body = json.loads(delivery._payload(made, sent))
    assert takes(body) and "%(" not in str(body)
    assert not takes({"id": sent.key, **sent.body})


def test_a_channel_reads_a_sentence_in_the_organisers_language(roland: User, settings: LazySettings) -> None:
    settings.SITE_URL = "https://moons.example"
    made = hook(roland, DISCORD)
    event_of(made).owner.language = "de"
    (sent,) = create_notices([made], {"kind": "result", "round": 2, "table": 1, "after": "<@5> *Ann* 5 : 2 @everyone"})
    body = json.loads(delivery._payload(made, sent))
    assert body["content"].endswith(f"\nhttps://moons.example/matches/events/{event_of(made).key}/")
    assert "Runde 2, Tisch 1: <\\@5\\> \\*Ann\\* 5 : 2 \\@everyone" in body["content"]
    assert body["allowed_mentions"] == {"parse": []}
    made.shape = Webhook.Shape.SLACK
    assert "&lt;@5&gt; *Ann*" in json.loads(delivery._payload(made, sent))["text"]


@pytest.mark.parametrize(
    ("url", "shape"),
    [
        (DISCORD, "discord"),
        ("https://discord.com/channels/1", "json"),
        (SLACK, "slack"),
        ("https://discord.com.example.org/api/webhooks/1/abc", "json"),
    ],
)
def test_the_shape_is_known_by_the_address_and_may_be_chosen(url: str, shape: str, roland: User) -> None:
    made = hook(roland, url)
    assert made.shape == shape
    other = event_webhooks.add(
        by=event_of(made).owner, key=event_of(made).key, url="https://chat.example/hooks/1", shape="slack"
    )
    assert other.shape == "slack"
    with pytest.raises(Invalid, match="takes JSON"):
        event_webhooks.add(by=event_of(made).owner, key=event_of(made).key, url="https://chat.example/2", shape="smoke")
