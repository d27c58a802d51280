"""The log of log-ins: successful and failed ones, devices, mails about new devices; nothing is kept for long."""

from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone

from accounts.log_ins.services import MAX_FAILURES_STORED, mail_about_new_devices
from accounts.models import LogIn, User
from accounts.tasks import LOG_INS_KEPT_FOR, forget_log_ins
from tests.accounts.test_second_factor import code_of, give_app

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0"
PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605 Version/19.0 Mobile Safari/604.1"


def _log_in(agent: str = FIREFOX, *, password: str = "a long password", address: str = "203.0.113.77") -> Client:
    client = Client(headers={"User-Agent": agent}, REMOTE_ADDR=address)
    client.post(reverse("account_login"), {"login": "Roland", "password": password})
    return client


def test_everybody_sees_their_log_ins_and_those_that_failed(roland: User, elinor_client: Client) -> None:
    _log_in(password="a guess", agent="curl/8.5.0")
    page = _log_in().get(reverse("accounts:log_ins")).content.decode()
    assert "Firefox on Linux" in page
    assert "by password" in page
    assert "curl" in page
    assert "failed" in page
    assert "203.0.113.0/24" in page
    assert "203.0.113.77" not in page
    assert "curl/8.5.0" not in elinor_client.get(reverse("accounts:log_ins")).content.decode()


def test_the_second_step_is_told(roland: User) -> None:
    secret = give_app(roland)
    client = _log_in()
    assert not LogIn.objects.exists()
    client.post(reverse("mfa_authenticate"), {"code": "000000"})
    client.post(reverse("mfa_authenticate"), {"code": code_of(secret)})
    assert list(LogIn.objects.order_by("pk").values_list("way", "succeeded")) == [("app", False), ("app", True)]


@override_settings(SITE_URL="https://moons.example")
def test_a_new_device_is_told_by_mail_once(roland: User) -> None:
    EmailAddress.objects.create(user=roland, email="roland@example.org", verified=True, primary=True)
    _log_in()
    _log_in()
    assert mail_about_new_devices() == 0
    _log_in(PHONE)
    assert [mail_about_new_devices(), mail_about_new_devices()] == [1, 0]
    assert mail.outbox[0].to == ["roland@example.org"]
    assert "Safari, iPhone" in mail.outbox[0].body
    assert "https://moons.example/accounts/log-ins/" in mail.outbox[0].body


def test_nobody_writes_to_an_address_that_is_not_confirmed(roland: User) -> None:
    EmailAddress.objects.create(user=roland, email="roland@example.org", verified=False, primary=True)
    _log_in()
    _log_in(PHONE)
    assert mail_about_new_devices() == 0
    assert mail.outbox == []


@pytest.mark.repeats(MAX_FAILURES_STORED + 5)
def test_tries_do_not_fill_the_disk(roland: User, settings: object) -> None:
    rows = [LogIn(user=roland, way="password", succeeded=False) for _each in range(MAX_FAILURES_STORED + 3)]
    LogIn.objects.bulk_create(rows)
    _log_in(password="a guess")
    assert LogIn.objects.count() == MAX_FAILURES_STORED


def test_old_entries_go(roland: User) -> None:
    _log_in()
    LogIn.objects.update(at=timezone.now() - LOG_INS_KEPT_FOR - timedelta(minutes=1))
    _log_in()
    assert forget_log_ins() == 1
    assert LogIn.objects.count() == 1
