"""Web push against a local push service: encrypted, signed, bounded, ended by one tap, without secrets."""

from __future__ import annotations

import re
import socket
from collections.abc import Callable, Iterator
from datetime import timedelta
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from allauth.usersessions.models import UserSession
from cryptography.exceptions import InvalidTag
from django.apps import apps
from django.conf import LazySettings
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, DjangoCaptureOnCommitCallbacks

from accounts.models import Person, PushDevice, PushMessage, User
from accounts.push import delivery, devices, outbox, vapid
from accounts.push.kinds import Kind
from accounts.push.outbox import notify_people
from common import outbound_http
from common.errors import Invalid, Missing
from tests.accounts.staff import with_second_factor
from tests.html import flat
from tests.matches.builders import person
from tests.push_service import PushService, Subscription, claims_of, push_service

pytestmark = pytest.mark.django_db
KINDS = (Kind.PACKET, Kind.FULL)


@pytest.fixture
def service(settings: LazySettings, tmp_path: Path) -> Iterator[PushService]:
    settings.WEBHOOK_PRIVATE, settings.PUSH_HOSTS, settings.VAR_DIR = True, ["127.0.0.1"], tmp_path
    with push_service() as server:
        yield server


def kept(owner: Person, subscription: Subscription, *kinds: Kind, **more: Any) -> PushDevice:
    return devices.save_push_device(person=owner, **subscription.keys, kinds=kinds or KINDS, **more)


def queued(device: PushDevice, kind: Kind = Kind.PACKET, tag: str = "draft-1") -> PushMessage:
    assert outbox.create_push_messages(
        [device.person_id], kind, path="/drafts/k/", tag=tag, about="Thursday", now=timezone.now()
    )
    return device.messages.get(tag=tag)


def test_only_the_browser_that_subscribed_reads_the_message(
    roland: User, service: PushService, settings: LazySettings
) -> None:
    settings.SITE_URL = "https://moons.example"
    mine, other = service.subscription(), service.subscription("other")
    device = kept(person(roland), mine, language="de")
    queued(device)
    assert delivery.send_due_push_messages() == 1
    ((path, headers, body),) = service.heard
    told = mine.read(body)
    assert told.pop("stop").startswith("/accounts/push/stop/")
    assert told == {
        "title": "Du bist in einem Draft dran.",
        "body": "Thursday",
        "path": "/drafts/k/",
        "tag": "draft-1",
        "stop_label": "Diese beenden",
    }
    with pytest.raises(InvalidTag):
        other.read(body)
    assert path == "/one" and headers["content-encoding"] == "aes128gcm"
    assert headers["urgency"] == "high" and 3500 < int(headers["ttl"]) <= 3600
    claims = claims_of(headers["authorization"])
    assert claims["aud"] == mine.endpoint.removesuffix("/one") and claims["sub"] == "https://moons.example"
    assert claims["k"] == vapid.vapid_public_key()
    device.refresh_from_db()
    assert device.last_told is not None and not device.messages.exists()


def test_the_key_is_made_once_and_read_by_the_site_alone(settings: LazySettings, tmp_path: Path) -> None:
    settings.VAR_DIR = tmp_path
    first = vapid.vapid_public_key()
    file = tmp_path / vapid.VAPID_KEY_FILE
    assert file.stat().st_mode & 0o077 == 0 and len(list(tmp_path.iterdir())) == 1
    vapid._read_or_create_key.cache_clear()
    assert vapid.vapid_public_key() == first
    vapid._create_key_file(file)  # another, slower process
    vapid._read_or_create_key.cache_clear()
    assert vapid.vapid_public_key() == first


@pytest.mark.parametrize("status", [404, 410])
def test_an_address_that_is_gone_is_forgotten(status: int, roland: User, service: PushService) -> None:
    service.answer = status
    device = kept(person(roland), service.subscription())
    queued(device)
    delivery.send_due_push_messages()
    assert not PushDevice.objects.exists() and not PushMessage.objects.exists()


def test_a_service_that_is_busy_is_tried_again_and_given_up(roland: User, service: PushService) -> None:
    service.answer = 503
    device = kept(person(roland), service.subscription())
    message = queued(device)
    for attempt in range(1, delivery.MAX_DELIVERY_TRIES):
        assert delivery.send_due_push_messages() == 1 and delivery.send_due_push_messages() == 0
        message.refresh_from_db()
        pause = (message.due - timezone.now()).total_seconds()
        assert message.tries == attempt and pause <= delivery.RETRY_SECONDS * 2 ** (attempt - 1) < pause + 5
        PushMessage.objects.update(due=timezone.now())
    assert delivery.send_due_push_messages() == 1 and not PushMessage.objects.exists()
    device.refresh_from_db()
    assert device.failures == delivery.MAX_DELIVERY_TRIES


def test_a_device_that_never_answers_is_forgotten_at_last(roland: User, service: PushService) -> None:
    service.answer = 400
    device = kept(person(roland), service.subscription())
    PushDevice.objects.update(failures=delivery.MAX_FAILURES_IN_A_ROW - 1)
    queued(device)
    delivery.send_due_push_messages()
    assert not PushDevice.objects.exists()


@pytest.mark.parametrize("host", ["127.0.0.1:", "[::1]:9", "somebody@127.0.0.1"])
def test_an_address_that_nobody_can_sign_for_is_forgotten_and_the_others_are_told(
    host: str, roland: User, service: PushService, caplog: pytest.LogCaptureFixture
) -> None:
    odd, plain = (kept(person(roland), service.subscription(name)) for name in ("odd", "plain"))
    PushDevice.objects.filter(pk=odd.pk).update(endpoint=f"http://{host}/odd")
    assert outbox.create_push_messages(
        [odd.person_id], Kind.FULL, path="/", tag="full", about="Thursday", now=timezone.now()
    )
    assert delivery.send_due_push_messages() == 2
    assert not PushDevice.objects.filter(pk=odd.pk).exists() and not PushMessage.objects.exists()
    assert [path for path, _headers, _body in service.heard] == ["/plain"]
    (line,) = (record.getMessage() for record in caplog.records if record.name == delivery.__name__)
    assert str(odd.pk) in line and host not in line and plain.endpoint not in line


def test_a_slow_service_holds_one_slot_and_lets_the_others_pass(
    roland: User, elinor: User, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow, quick = kept(person(roland), service.subscription("slow")), kept(person(elinor), service.subscription("q"))
    PushDevice.objects.filter(pk=slow.pk).update(failures=1)
    queued(slow), queued(quick)
    heard: list[str] = []

    def post(url: str, *rest: object) -> int:
        heard.append(url.rpartition("/")[2])
        if "slow" in url:
            assert delivery.send_due_push_messages() == 0  # another thread of the worker, while this one waits
            raise TimeoutError
        return 201

    monkeypatch.setattr(outbound_http, "post", post)
    assert delivery.send_due_push_messages() == 2 and heard == ["q", "slow"]


def test_what_is_out_of_date_is_not_sent(roland: User, service: PushService) -> None:
    queued(kept(person(roland), service.subscription()))
    PushMessage.objects.update(expires=timezone.now() - timedelta(seconds=1))
    assert delivery.send_due_push_messages() == 0 and not PushMessage.objects.exists()


def test_a_newer_message_takes_the_place_of_one_that_waits(roland: User, service: PushService) -> None:
    device = kept(person(roland), service.subscription())
    queued(device)
    newer = queued(device, Kind.FULL)
    assert device.messages.get() == newer and newer.kind == "full"


def test_nothing_is_sent_to_an_address_inside(
    roland: User, settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    device = kept(person(roland), Subscription("https://fcm.googleapis.com/fcm/send/x"))
    inside = [(0, 0, 0, "", ("10.0.0.1", 443))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *args, **more: inside)
    queued(device)
    delivery.send_due_push_messages()
    assert not PushDevice.objects.exists()


@pytest.mark.parametrize(
    "endpoint",
    [
        "",
        "http://fcm.googleapis.com/x",
        "https://push.example.org/x",
        "https://fcm.googleapis.com.example.org/x",
        "https://evilpush.apple.com/x",
        "https://user@fcm.googleapis.com/x",
        "https://[::1",
        "https://fcm.googleapis.com:99999/x",
        "https://fcm.googleapis.com:/x",
        "https://fcm.googleapis.com/\r\nX: 1",
        "https://fcm.googleapis.com/" + "x" * 1000,
    ],
)
def test_an_address_of_no_known_service_is_refused(roland: User, endpoint: str) -> None:
    with pytest.raises(Invalid):
        kept(person(roland), Subscription(endpoint))


@pytest.mark.parametrize("keys", [{"auth": ""}, {"auth": "é"}, {"p256dh": "AAAA"}, {"p256dh": "B" + "A" * 86}])
def test_keys_that_are_none_are_refused(roland: User, keys: dict[str, str]) -> None:
    said: dict[str, Any] = Subscription("https://fcm.googleapis.com/x").keys | keys
    with pytest.raises(Invalid, match="couldn’t read this browser’s keys"):
        devices.save_push_device(person=person(roland), **said, kinds=KINDS)


def test_a_person_has_so_many_devices(roland: User) -> None:
    for number in range(devices.MAX_PUSH_DEVICES):
        kept(person(roland), Subscription(f"https://web.push.apple.com/{number}"))
    with pytest.raises(Invalid, match="on up to 10 devices"):
        kept(person(roland), Subscription("https://web.push.apple.com/more"))


def test_a_browser_that_somebody_else_uses_now_is_theirs(roland: User, elinor: User, service: PushService) -> None:
    shared = service.subscription()
    queued(kept(person(roland), shared, Kind.DECK), Kind.DECK)
    device = kept(person(elinor), shared, Kind.FULL)
    assert PushDevice.objects.get() == device and device.person == person(elinor)
    assert device.kinds == "full" and not PushMessage.objects.exists()


def test_asking_again_adds_to_what_was_asked_for(roland: User, service: PushService) -> None:
    mine = service.subscription()
    kept(person(roland), mine, Kind.DECK)
    assert kept(person(roland), mine, Kind.PACKET).kinds == "packet deck"


def test_notifying_costs_the_request_no_query_and_waits_for_the_commit(
    roland: User,
    monkeypatch: pytest.MonkeyPatch,
    django_assert_num_queries: DjangoAssertNumQueries,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    sent: list[Any] = []
    monkeypatch.setattr(outbox.queue_push, "delay", lambda *said, **more: sent.append((said, more)))
    with django_capture_on_commit_callbacks(execute=True), django_assert_num_queries(0):
        notify_people([5, None, 3, 5], Kind.ROUND, path="/x/", tag="event-1", about="Open")
        notify_people([None], Kind.ROUND, path="/x/", tag="event-1")
        assert sent == []
    assert sent == [(([3, 5], "round"), {"path": "/x/", "tag": "event-1", "about": "Open"})]


def test_the_task_sends_at_once_to_those_who_asked(roland: User, elinor: User, service: PushService) -> None:
    mine = service.subscription()
    kept(person(roland), mine, Kind.ROUND)
    kept(person(elinor), service.subscription("other"), Kind.DECK)
    people = [person(roland).pk, person(elinor).pk]
    outbox.queue_push(people, "round", path="/e/", tag="event-1", about="Open")
    ((_path, _headers, body),) = service.heard
    assert mine.read(body)["title"] == "A new round is paired. See your table."


# --- pages ------------------------------------------------------------------------------------------------------------

PAGE = "/accounts/push/"
SUBSCRIBED = {**Subscription("https://fcm.googleapis.com/x").keys, "kinds": ["packet", "full"], "next": "/drafts/"}


def test_a_guest_asks_and_ends_it_by_one_tap(client: Client) -> None:
    answer = client.post(PAGE, SUBSCRIBED, headers={"User-Agent": "Mozilla/5.0 (Android 15) Firefox/140"})
    assert answer["Location"] == "/drafts/"
    device = PushDevice.objects.get()
    assert (device.kinds, device.name, device.language) == ("packet full", "Firefox, Android", "en")
    assert device.endpoint not in flat(client.get(PAGE, secure=True).content)
    address = f"{PAGE}{device.pk}/"
    assert client.post(address, {"act": "stop", "kinds": ["full"], "next": "//evil.example/"})["Location"] == PAGE
    device.refresh_from_db()
    assert device.kinds == "packet"
    assert client.post(address).status_code == 302 and not PushDevice.objects.exists()
    assert client.post(address).status_code == 404


def test_a_stranger_changes_no_device(client: Client, stranger_client: Client) -> None:
    client.post(PAGE, SUBSCRIBED)
    assert stranger_client.post(f"{PAGE}{PushDevice.objects.get().pk}/").status_code == 404
    assert stranger_client.get(f"{PAGE}{PushDevice.objects.get().pk}/").status_code == 405


def test_an_odd_subscription_is_refused_kindly(client: Client) -> None:
    assert client.post(PAGE, SUBSCRIBED | {"kinds": ["weather"]}).status_code == 400
    assert client.post(PAGE, SUBSCRIBED | {"endpoint": "nowhere"}).status_code == 400
    assert not PushDevice.objects.exists()


def test_a_notification_ends_its_kind_itself(client: Client) -> None:
    client.post(PAGE, SUBSCRIBED)
    device = PushDevice.objects.get()
    stop = f"{PAGE}stop/{devices.push_stop_key(device, Kind.PACKET)}/"
    script = Client(enforce_csrf_checks=True)
    assert script.get(stop).status_code == 405
    assert script.post(stop).status_code == 204 == script.post(stop).status_code
    device.refresh_from_db()
    assert device.kinds == "full"
    assert script.post(f"{PAGE}stop/guessed/").status_code == 404
    with pytest.raises(Missing):
        devices.stop_push_by_key("")


def test_who_logs_out_is_not_notified_in_this_browser(roland_client: Client) -> None:
    roland_client.post(PAGE, SUBSCRIBED)
    assert PushDevice.objects.exists()
    roland_client.post("/accounts/logout/")
    assert not PushDevice.objects.exists()


def _logs_out(phone: Client, desk: Client, user: User) -> None:
    phone.post("/accounts/logout/")


def _logs_out_of_the_admin(phone: Client, desk: Client, user: User) -> None:
    phone.post("/admin/logout/")


def _ends_the_other_sessions(phone: Client, desk: Client, user: User) -> None:
    UserSession.objects.create_from_request(phone.get("/mine/").wsgi_request)
    UserSession.objects.create_from_request(desk.get("/mine/").wsgi_request)
    desk.post("/accounts/devices/")


def _changes_the_password(phone: Client, desk: Client, user: User) -> None:
    user.set_password("another one, longer")
    user.save()


def _lets_it_expire(phone: Client, desk: Client, user: User) -> None:
    Session.objects.update(expire_date=timezone.now())


def _is_shut_out(phone: Client, desk: Client, user: User) -> None:
    user.is_active = False
    user.save()


def _deletes_the_account(phone: Client, desk: Client, user: User) -> None:
    user.delete()


@pytest.mark.parametrize(
    "ends",
    [
        _logs_out,
        _logs_out_of_the_admin,
        _ends_the_other_sessions,
        _changes_the_password,
        _lets_it_expire,
        _is_shut_out,
        _deletes_the_account,
    ],
)
def test_a_device_is_told_nothing_after_its_session(
    ends: Callable[[Client, Client, User], None], roland: User, service: PushService
) -> None:
    with_second_factor(roland)
    User.objects.filter(pk=roland.pk).update(is_staff=True)
    phone, desk = Client(), Client()
    for browser in (phone, desk):
        browser.force_login(User.objects.get(pk=roland.pk))
    phone.post(PAGE, {**service.subscription().keys, "kinds": ["packet"]})
    queued(PushDevice.objects.get())
    ends(phone, desk, User.objects.get(pk=roland.pk))
    delivery.send_due_push_messages()
    assert not service.heard and not PushDevice.objects.exists() and not PushMessage.objects.exists()


def test_a_device_goes_along_with_a_log_in_and_a_password_of_its_own(roland: User, service: PushService) -> None:
    roland.set_password("a long password")
    roland.save()
    phone = Client()
    phone.post(PAGE, {**service.subscription().keys, "kinds": ["packet"]})
    phone.post("/accounts/login/", {"login": "Roland", "password": "a long password"})
    changed = {
        "oldpassword": "a long password",
        "password1": "moons above the lake",
        "password2": "moons above the lake",
    }
    assert phone.post("/accounts/password/change/", changed).status_code == 302
    device = PushDevice.objects.get()
    assert device.person.user == roland and device.session == phone.session.session_key
    queued(device)
    assert delivery.send_due_push_messages() == 1 and len(service.heard) == 1


def test_what_the_version_before_has_kept_finds_its_session(roland: User, client: Client) -> None:
    client.post(PAGE, SUBSCRIBED)
    kept(person(roland), Subscription("https://fcm.googleapis.com/of-a-session-that-is-gone"))
    PushDevice.objects.update(session="")
    migration = import_module("accounts.migrations.0011_device_sessions")
    migration.find_sessions(apps, None)
    assert [device.session for device in PushDevice.objects.all()] == [client.session.session_key]
    PushDevice.objects.update(session="")  # a process of the previous version writes another
    client.get(PAGE, secure=True)
    assert PushDevice.objects.get().session == client.session.session_key


def test_without_https_the_page_says_why_it_cannot(client: Client, settings: LazySettings) -> None:
    settings.ALLOWED_HOSTS = ["192.168.1.20", "moons.example", "127.0.0.1"]
    plain = flat(client.get(PAGE, headers={"Host": "192.168.1.20"}).content)
    assert "Notifications need https, and this page was opened without it." in plain and "data-push-key" not in plain
    assert "data-push-key" in flat(client.get(PAGE, headers={"Host": "127.0.0.1"}).content)
    secure = flat(client.get(PAGE, headers={"Host": "moons.example"}, secure=True).content)
    assert (
        re.search(r'data-push-key="[\w-]{87}"', secure)
        and "Notifications need https, and this page was opened without it." not in secure
    )
