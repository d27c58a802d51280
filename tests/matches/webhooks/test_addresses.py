"""Addresses of webhooks: who may add which, by page and API, and never one inside."""

from __future__ import annotations

import socket

import pytest

from accounts.models import User
from common.errors import Conflict, Invalid, Missing, NotAllowed
from common.outbound_http import is_private_address
from matches import webhooks
from matches.events.webhooks import services as event_webhooks
from matches.events.webhooks.services import MAX_WEBHOOKS
from tests.matches.builders import person
from tests.matches.events.test_api import Script
from tests.matches.webhooks.builders import event_of, hook, notice

pytestmark = pytest.mark.django_db


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
    assert is_private_address(address)


def test_an_address_outside_is_none(roland: User) -> None:
    assert not is_private_address("93.184.216.34") and not is_private_address("2606:2800:220:1::")


def test_a_name_that_leads_inside_is_told_nothing(roland: User, monkeypatch: pytest.MonkeyPatch) -> None:
    made = hook(roland, "https://example.org/")
    inside = [(0, 0, 0, "", ("93.184.216.34", 443)), (0, 0, 0, "", ("10.0.0.1", 443))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *args, **more: inside)
    sent = notice(made)
    webhooks.attempt_notice(sent.pk)
    sent.refresh_from_db()
    assert (sent.state, sent.status) == ("given_up", "private")


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
        "https://2130706433/",
        "https://0x7f.1/",
        "https://0/",
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
        event_webhooks.add_webhook(by=person(stranger), key=key, url="https://example.org/")
    with pytest.raises(Conflict, match="This event already has a webhook for that URL"):
        event_webhooks.add_webhook(by=owner, key=key, url="https://example.org/")
    for number in range(MAX_WEBHOOKS - 1):
        event_webhooks.add_webhook(by=owner, key=key, url=f"https://example.org/{number}")
    with pytest.raises(Invalid, match="at most 5"):
        event_webhooks.add_webhook(by=owner, key=key, url="https://example.org/another")
    event_webhooks.remove_webhook(by=owner, key=key, pk=made.pk)
    with pytest.raises(Missing):
        event_webhooks.remove_webhook(by=owner, key=key, pk=made.pk)


def test_a_script_keeps_webhooks_and_the_secret_is_told_once(roland: User, stranger: User) -> None:
    script, other = Script(roland), Script(stranger)
    key = script.done("POST", "events/", {"name": "Small"})["event"]["key"]
    made = script.done("POST", f"events/{key}/webhooks/", {"url": "https://example.org/"})
    assert len(made["secret"]) > 20
    (listed,) = script.done("GET", f"events/{key}/webhooks/")["results"]
    assert "secret" not in listed and listed["off"] is None
    address = f"events/{key}/webhooks/{made['id']}/"
    script.done("POST", address, {"what": "test"})
    script.done("POST", address, {"what": "on"})
    assert [row["kind"] for row in script.done("GET", address)["results"]] == ["test"]
    for method in ("GET", "POST", "DELETE"):
        assert other.call(method, address, {"what": "test"})[0] == 403
    script.done("DELETE", address)
    assert script.call("GET", address)[0] == 404
