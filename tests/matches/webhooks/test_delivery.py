"""Delivery of notices: what is signed and sent, and what happens when an address fails."""

from __future__ import annotations

import base64
import json
import re
import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks
from standardwebhooks import Webhook as StandardWebhook
from standardwebhooks import WebhookVerificationError

from accounts.models import Person, User
from common import outbound_http as outbound
from common.errors import TooMany
from matches import tasks, webhooks
from matches import webhooks as webhooks_http
from matches.events.services import delete_event
from matches.events.webhooks import services as event_webhooks
from matches.models import Webhook, WebhookNotice
from tests.matches.builders import person
from tests.matches.events.builders import enter_all, made_event, paired
from tests.matches.webhooks.builders import Receiver, event_of, hook, notice

pytestmark = pytest.mark.django_db
DOCS = Path(__file__).resolve().parents[3] / "docs" / "matches.md"


def documented() -> Any:
    """Return the receiver of the documentation, as printed there."""
    match = re.search(r"```python\n(import base64.*?)```", DOCS.read_text(), re.DOTALL)
    assert match, "docs/matches.md lacks the example of a receiver"
    names: dict[str, Any] = {}
    exec(match[1], names)
    return names["is_genuine"]


def test_a_notice_is_signed_as_the_documentation_says(roland: User, receiver: Receiver) -> None:
    made = hook(roland, receiver.address)
    sent = notice(made)
    assert webhooks.attempt_notice(sent.pk)
    ((headers, body),) = receiver.heard
    assert json.loads(body) == {"id": sent.key, "kind": "paired", "round": 1}
    headers = {name.lower(): value for name, value in headers.items()}
    assert headers[webhooks_http.ID_HEADER] == sent.key and headers["content-type"] == "application/json"
    assert StandardWebhook(made.secret).verify(body.decode(), headers)["id"] == sent.key
    genuine = documented()
    assert genuine(made.secret, headers, body)
    assert not genuine("whsec_" + "A" * 32, headers, body)
    assert not genuine(made.secret, headers, body + b" ")
    long_ago = datetime.now(UTC) - timedelta(minutes=10)
    stale = webhooks_http.signed_webhook_headers(made.secret, body, notice=sent.key, timestamp=long_ago)
    assert not genuine(made.secret, stale, body)
    with pytest.raises(WebhookVerificationError):
        StandardWebhook(made.secret).verify(body.decode(), stale)
    sent.refresh_from_db()
    assert (sent.state, sent.status, sent.tries) == ("told", "200", 1)
    assert not webhooks.attempt_notice(sent.pk)


def test_a_secret_from_before_standard_webhooks_signs_with_its_bytes() -> None:
    secret, body = "a-secret_of_the_old_form", b'{"id": "k"}'
    headers = webhooks_http.signed_webhook_headers(secret, body, notice="k", timestamp=datetime.now(UTC))
    StandardWebhook(base64.b64encode(secret.encode()).decode()).verify(body.decode(), headers)


def test_a_refused_notice_is_tried_again_later_and_later_and_then_given_up(roland: User, receiver: Receiver) -> None:
    receiver.answer = 500
    made = hook(roland, receiver.address)
    sent, waits = notice(made), []
    for _attempt in range(webhooks.MAX_DELIVERY_TRIES):
        before = timezone.now()
        WebhookNotice.objects.filter(pk=sent.pk).update(due=before)
        assert webhooks.send_due_webhook_notices(timezone.now()) == 1
        sent.refresh_from_db()
        waits.append(round((sent.due - before).total_seconds()))
    assert waits[:-1] == [10, 20, 40, 80, 160, 320] and sent.state == "given_up"
    assert webhooks.send_due_webhook_notices(timezone.now() + timedelta(days=1)) == 0
    made.refresh_from_db()
    assert (made.last_status, made.failures, made.off) == ("500", webhooks.MAX_DELIVERY_TRIES, None)


def test_an_address_that_goes_on_refusing_is_turned_off_and_on_again(roland: User, receiver: Receiver) -> None:
    receiver.answer = 404
    made = hook(roland, receiver.address)
    for _attempt in range(webhooks.MAX_FAILURES_IN_A_ROW):
        assert webhooks.attempt_notice(notice(made).pk)
    made.refresh_from_db()
    assert made.off is not None and not made.notices.filter(state="waiting").exists()
    paired(event_of(made), 1)
    assert not made.notices.filter(state="waiting").exists()
    receiver.answer = 204
    key, owner = event_of(made).key, event_of(made).owner
    tested = event_webhooks.send_test_notice(by=owner, key=key, pk=made.pk)
    assert webhooks.attempt_notice(tested.pk) and WebhookNotice.objects.get(pk=tested.pk).state == "told"
    assert event_webhooks.turn_on_webhook(by=owner, key=key, pk=made.pk).off is None
    enter_all(event_of(made))
    assert made.notices.filter(state="waiting", kind="result").count() == 2


def test_redirections_are_not_followed(roland: User, receiver: Receiver) -> None:
    receiver.answer = 302
    sent = notice(hook(roland, receiver.address))
    webhooks.attempt_notice(sent.pk)
    sent.refresh_from_db()
    assert len(receiver.heard) == 1 and (sent.state, sent.status) == ("waiting", "302")


def test_rounds_and_results_are_told_after_the_commit(
    roland: User, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    told: list[int] = []
    monkeypatch.setattr(tasks.send_notice, "delay", told.append)
    made = hook(roland, "https://example.org/")
    with django_capture_on_commit_callbacks(execute=True):
        paired(event_of(made), 1)
    assert [row.kind for row in WebhookNotice.objects.filter(pk__in=told)] == ["paired"]


@pytest.mark.parametrize(("answer", "attempts"), [(204, 1), (500, webhooks.MAX_DELIVERY_TRIES)])
def test_a_deleted_event_is_told_and_then_its_addresses_are_forgotten(
    roland: User, receiver: Receiver, answer: int, attempts: int
) -> None:
    receiver.answer = answer
    made = hook(roland, receiver.address)
    key, before = event_of(made).key, notice(made)
    Webhook.objects.update(
        failures=webhooks.MAX_FAILURES_IN_A_ROW - webhooks.MAX_DELIVERY_TRIES
    )  # at the last try it is turned off too
    delete_event(by=person(roland), key=key)
    assert [row.kind for row in WebhookNotice.objects.all()] == ["deleted"] and before.state == "waiting"
    for _attempt in range(attempts):
        assert Webhook.objects.exists()
        WebhookNotice.objects.update(due=timezone.now())
        assert webhooks.send_due_webhook_notices(timezone.now()) == 1
    assert len(receiver.heard) == attempts and not Webhook.objects.exists() and not WebhookNotice.objects.exists()
    told = json.loads(receiver.heard[0][1])
    assert (told["event"], told["kind"], told["name"]) == (key, "deleted", "Saturday")


def test_what_is_long_over_is_forgotten(roland: User) -> None:
    made = hook(roland, "https://example.org/")
    old, new = notice(made), notice(made)
    WebhookNotice.objects.filter(pk=old.pk).update(made=timezone.now() - timedelta(days=15), state="told")
    WebhookNotice.objects.filter(pk=new.pk).update(state="told")
    webhooks.send_due_webhook_notices(timezone.now())
    assert list(made.notices.all()) == [new]


@pytest.mark.django_db(transaction=True)
def test_receivers_that_never_answer_take_one_slot_and_no_more(
    roland: User, settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.EMBEDDED_WORKER = True
    made = hook(roland, "https://example.org/")
    first, second = notice(made), notice(made)
    tried: list[bool] = []

    def silent(*args: object, **kwargs: object) -> int:
        tried.append(webhooks.attempt_notice(second.pk))  # another thread of the worker, while this one waits
        raise TimeoutError

    monkeypatch.setattr(webhooks_http, "post_notice", silent)
    assert webhooks.attempt_notice(first.pk) and tried == [False]
    second.refresh_from_db()
    assert (second.tries, second.state) == (0, WebhookNotice.State.WAITING)
    monkeypatch.setattr(webhooks_http, "post_notice", lambda *args, **kwargs: 200)
    assert webhooks.attempt_notice(second.pk)


def posts(monkeypatch: pytest.MonkeyPatch, clock: list[float]) -> list[str]:
    """Return the requested addresses; those with `silent` in their name take five seconds and give no answer."""
    asked: list[str] = []

    def post(url: str, *args: object, **kwargs: object) -> int:
        asked.append(url)
        if "silent" not in url:
            return 200
        clock[0] += 5
        raise TimeoutError

    monkeypatch.setattr(webhooks_http, "post_notice", post)
    monkeypatch.setattr("matches.webhooks.time.monotonic", lambda: clock[0])
    return asked


def later() -> datetime:
    return timezone.now() + timedelta(seconds=1)


def test_a_sweep_ends_in_time_and_begins_with_those_who_answer(roland: User, monkeypatch: pytest.MonkeyPatch) -> None:
    silent, good = hook(roland, "https://silent.example/"), hook(roland, "https://good.example/")
    Webhook.objects.filter(pk=silent.pk).update(last_status="TimeoutError")
    for _each in range(9):
        notice(silent)
    notice(good)
    asked = posts(monkeypatch, [0.0])
    assert webhooks.send_due_webhook_notices(later()) == webhooks.NOTICES_SENT_TOGETHER == len(asked)
    assert "https://good.example/" in asked and silent.notices.filter(tries=0).count() == 2


def test_organisers_take_turns_however_many_notices_one_has(
    roland: User, elinor: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(webhooks, "NOTICES_SENT_TOGETHER", 1)
    for number in range(5):
        greedy = hook(roland, f"https://silent-{number}.example/")
        for _each in range(3):
            notice(greedy)
    good = hook(elinor, "https://good.example/")
    for _each in range(2):
        notice(good)
    asked = posts(monkeypatch, [0.0])
    webhooks.send_due_webhook_notices(later())
    assert "https://good.example/" in asked[:2], "after one silent address at most"
    assert good.notices.filter(state="told").count() == 2


@pytest.mark.django_db(transaction=True)
def test_an_address_that_answers_waits_for_none_that_does_not(
    roland: User, elinor: User, settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.EMBEDDED_WORKER = True
    good = hook(elinor, "https://good.example/")
    Webhook.objects.filter(pk=good.pk).update(last_status="204")
    waiting, told = notice(hook(roland, "https://silent.example/")), notice(good)
    sent: list[bool] = []

    def post(url: str, *args: object, **kwargs: object) -> int:
        if "silent" not in url:
            return 200
        sent.append(webhooks.attempt_notice(told.pk))  # another thread of the worker, while this one waits
        raise TimeoutError

    monkeypatch.setattr(webhooks_http, "post_notice", post)
    assert webhooks.attempt_notice(waiting.pk) and sent == [True]


def test_all_guests_are_one_organiser(elinor: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webhooks, "NOTICES_SENT_TOGETHER", 1)
    for number in range(6):
        event = made_event(Person.objects.create(nickname=f"Guest {number}"), 4)
        notice(event_webhooks.add_webhook(by=event.owner, key=event.key, url=f"https://silent-{number}.example/"))
    notice(hook(elinor, "https://good.example/"))
    asked = posts(monkeypatch, [0.0])
    webhooks.send_due_webhook_notices(later())
    assert "https://good.example/" in asked[:2]


def test_an_address_that_let_the_line_time_out_comes_last_also_after_it_was_turned_on(
    roland: User, elinor: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(webhooks, "NOTICES_SENT_TOGETHER", 1)
    silent, good = hook(roland, "https://silent.example/"), hook(elinor, "https://good.example/")
    asked, event = posts(monkeypatch, [0.0]), event_of(silent)
    assert webhooks.attempt_notice(notice(silent).pk)
    event_webhooks.turn_on_webhook(by=event.owner, key=event.key, pk=silent.pk)
    silent.refresh_from_db()
    assert silent.failures == 1, "only one that was off starts anew"
    asked.clear()
    for made in (silent, silent, good, good):
        notice(made)
    webhooks.send_due_webhook_notices(later())
    assert asked[:2] == ["https://good.example/"] * 2


@pytest.mark.parametrize("fault", ["deleted", "broken"])
def test_a_hook_deleted_on_the_way_and_a_fault_end_no_sweep(
    roland: User, elinor: User, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    monkeypatch.setattr(webhooks, "NOTICES_SENT_TOGETHER", 1)
    first, second = hook(roland, "https://first.example/"), hook(elinor, "https://second.example/")
    notice(first)
    sent, store = notice(second), webhooks._store_answer

    def after_deletion(row: WebhookNotice, **answer: Any) -> None:
        Webhook.objects.filter(pk=first.pk).delete()
        store(row, **answer)

    def post(url: str, *args: object, **kwargs: object) -> int:
        if "first" in url and fault == "broken":
            raise KeyError(url)
        return 200

    if fault == "deleted":
        monkeypatch.setattr(webhooks, "_store_answer", after_deletion)
    monkeypatch.setattr(webhooks_http, "post_notice", post)
    assert webhooks.send_due_webhook_notices(later()) == 2
    sent.refresh_from_db()
    assert sent.state == "told"


def test_an_address_is_tested_once_a_minute(roland: User) -> None:
    made = hook(roland, "https://example.org/")
    event = event_of(made)
    first = event_webhooks.send_test_notice(by=event.owner, key=event.key, pk=made.pk)
    with pytest.raises(TooMany):
        event_webhooks.send_test_notice(by=event.owner, key=event.key, pk=made.pk)
    WebhookNotice.objects.filter(pk=first.pk).update(
        made=timezone.now() - timedelta(seconds=event_webhooks.TEST_SECONDS)
    )
    assert event_webhooks.send_test_notice(by=event.owner, key=event.key, pk=made.pk).kind == "test"


def test_a_look_up_that_never_ends_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    end = threading.Event()
    monkeypatch.setattr(outbound, "TIMEOUT_SECONDS", 0.05)

    def never(*args: object, **more: object) -> list[object]:
        end.wait(60)
        return []

    monkeypatch.setattr("socket.getaddrinfo", never)
    try:
        with pytest.raises(TimeoutError):
            outbound.post("https://example.org/", b"", {})
    finally:
        end.set()
