"""The doctor's checks from outside: the running site, its proxy, its mail."""

from __future__ import annotations

import json
from ssl import SSLCertVerificationError
from typing import Any
from urllib.error import URLError

import pytest
from django.conf import LazySettings
from django.utils.http import http_date

from tenmoons.doctor import from_outside
from tests.site.operations.doctor.checks import ill, said

pytestmark = pytest.mark.django_db
READY = {"status": "ok", "checks": {"database": True, "migrations": True}, "sweep": {"age_seconds": 1.0}}
HOME = '<link rel="stylesheet" href="/static/a.css">'


def well(answers: dict[str, Any], **ready: Any) -> None:
    answers["/readyz"] = (200, {}, json.dumps(READY | ready))
    answers["/"], answers["/static/a.css"] = (200, {}, HOME), (200, {}, "")


def test_a_site_that_is_well_is_good(site: tuple[str, dict[str, Any]]) -> None:
    well(site[1])
    assert not ill(lambda: from_outside.check_running_site(site[0]))


def test_nobody_at_the_address_is_wrong() -> None:
    assert "Start the web processes" in said(lambda: from_outside.check_running_site("http://127.0.0.1:1"))


def test_another_program_at_the_address_is_wrong(site: tuple[str, dict[str, Any]]) -> None:
    assert "but it isn’t this site" in said(lambda: from_outside.check_running_site(site[0]))


@pytest.mark.parametrize(
    ("path", "answer", "expected"),
    [
        ("/readyz", (503, {}, json.dumps(READY | {"checks": {"migrations": False}})), "Run manage.py migrate"),
        ("/readyz", (200, {}, json.dumps(READY | {"sweep": {"age_seconds": None}})), "Start the beat"),
        ("/readyz", (200, {"Date": http_date(0)}, json.dumps(READY)), "s behind this machine’s"),
        ("/metrics", (200, {}, "tenmoons_queue_age_seconds 500.0\n"), "the oldest task has been waiting for 500 s"),
        ("/static/a.css", (404, {}, ""), "responds with 404 to /static/a.css"),
        ("/", (500, {}, ""), "the home page responds with 500"),
    ],
)
def test_what_a_running_site_lacks_is_said(
    path: str,
    answer: tuple[int, dict[str, str], str],
    expected: str,
    site: tuple[str, dict[str, Any]],
    settings: LazySettings,
) -> None:
    settings.REDIS_URL = ""  # a site of one process, whose queue only its own metrics know
    well(site[1])
    site[1][path] = answer
    assert expected in said(lambda: from_outside.check_running_site(site[0]))


def test_the_running_site_is_asked_as_its_proxy_asks(
    site: tuple[str, dict[str, Any]], settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.SECURE_PROXY_SSL_HEADER, settings.SITE_URL = ("HTTP_X_FORWARDED_PROTO", "https"), "https://moons.example"
    well(site[1])
    requests: list[tuple[str, dict[str, str]]] = []
    ask = from_outside.send_get

    def noted(url: str, **headers: str) -> from_outside.SiteResponse:
        requests.append((url, headers))
        return ask(url, **headers)

    monkeypatch.setattr(from_outside, "send_get", noted)
    assert not ill(lambda: from_outside.check_running_site(site[0]))
    headers = {"X-Forwarded-Proto": "https", "Host": "moons.example"}
    assert (f"{site[0]}/", headers) in requests and (f"{site[0]}/static/a.css", headers) in requests


@pytest.fixture
def public(site: tuple[str, dict[str, Any]], settings: LazySettings) -> dict[str, Any]:
    """Return the same server as the proxy of a site with a name."""
    settings.SITE_URL, settings.ALLOWED_HOSTS, settings.SECURE_HSTS_SECONDS = site[0], ["127.0.0.1"], 60
    site[1]["/"] = (200, {"Strict-Transport-Security": "max-age=60"}, HOME)
    site[1]["/ws/doctor/"] = (403, {}, "")
    return site[1]


def test_a_proxy_that_passes_everything_is_good(public: dict[str, Any]) -> None:
    assert not ill(from_outside.check_proxy)


@pytest.mark.parametrize(
    ("path", "status", "expected"),
    [
        ("/ws/doctor/", 404, "blocks WebSockets"),
        ("/", 400, "refuses the host name"),
        ("/", 502, "through it, the home page responds with 502"),
        ("/", 200, "pages lack Strict-Transport-Security"),
    ],
)
def test_what_a_proxy_does_not_pass_is_said(path: str, status: int, expected: str, public: dict[str, Any]) -> None:
    public[path] = (status, {}, "")
    assert expected in said(from_outside.check_proxy)


def test_a_proxy_that_hides_https_is_said(public: dict[str, Any], settings: LazySettings) -> None:
    public["/"] = (301, {"Location": f"{settings.SITE_URL}/"}, "")
    assert "X-Forwarded-Proto, and set BEHIND_PROXY=yes" in said(from_outside.check_proxy)


def test_a_name_that_is_not_allowed_is_said(public: dict[str, Any], settings: LazySettings) -> None:
    settings.ALLOWED_HOSTS = ["moons.example"]
    assert "Add 127.0.0.1 to ALLOWED_HOSTS" in said(from_outside.check_proxy)


def test_a_proxy_that_is_away_is_wrong(settings: LazySettings) -> None:
    settings.SITE_URL, settings.ALLOWED_HOSTS = "http://127.0.0.1:1", ["*"]
    assert "Connection refused) Start the proxy" in said(from_outside.check_proxy)


def test_a_certificate_that_nobody_trusts_is_no_proxy_that_is_away(
    settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(_url: str) -> None:
        raise URLError(SSLCertVerificationError("self-signed certificate"))

    settings.SITE_URL, settings.ALLOWED_HOSTS = "https://moons.example", ["*"]
    monkeypatch.setattr(from_outside, "send_get", refused)
    assert "a certificate that browsers trust" in said(from_outside.check_proxy)
    assert "Start the proxy" not in said(from_outside.check_proxy)


def test_a_server_without_its_address_is_a_hint(settings: LazySettings) -> None:
    settings.SITE_URL = ""
    assert not ill(from_outside.check_proxy)
    settings.HTTPS = True
    assert "Set SITE_URL" in said(from_outside.check_proxy)


def test_mail_that_goes_nowhere_is_a_hint_on_a_server(settings: LazySettings) -> None:
    settings.EMAIL_BACKEND, settings.SITE_URL = "django.core.mail.backends.console.EmailBackend", ""
    assert not ill(from_outside.check_mail)
    settings.SITE_URL = "https://moons.example"
    assert "Set EMAIL_URL" in said(from_outside.check_mail)


def test_a_mail_server_that_refuses_is_wrong(settings: LazySettings) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    settings.DEFAULT_FROM_EMAIL = "Ten Moons <tenmoons@localhost>"
    assert "which other servers reject" in said(from_outside.check_mail)
    assert "127.0.0.1:1 doesn’t accept emails" in said(from_outside.check_mail)
