"""What every answer tells the browser, on each kind of page, and that no page needs anything inline."""

from __future__ import annotations

import re

import pytest
from django.conf import settings
from django.core.management import call_command
from django.http import HttpResponse
from django.test import Client, RequestFactory, override_settings
from django.urls import reverse

from accounts.models import User
from common.headers import PERMISSIONS_POLICY, HeadersMiddleware
from tests.site.pages.weights import FILE_HEADERS, HEADERS

KINDS = (
    "/",
    "/cards/",
    "/cards/vulca-03/",
    "/decks/",
    "/decks/check/",
    "/drafts/new/",
    "/matches/new/",
    "/matches/events/",
    "/mine/",
    "/help/rules/",
    "/accounts/login/",
    "/accounts/signup/",
    "/accounts/password/reset/",
    "/accounts/tokens/",
    "/accounts/devices/",
    "/accounts/email/",
    "/api/docs/",
    "/api/schema/?format=json",
    "/api/v1/cards/",
    "/api/v1/nothing/",
    "/admin/",
    "/admin/cards/card/",
    "/admin/cards/card/add/",
    "/admin/accounts/user/",
    "/nothing-here/",
    "/decks/nothing/",
    "/healthz",
    "/readyz",
)
EXPECTED = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": PERMISSIONS_POLICY,
}
SERVER_ADDS = 80  # bytes: the status, the date, the name of the server
# Public parts of the API that pages of other sites may read.
FOR_OTHER_SITES = ("/api/schema/?format=json", "/api/v1/cards/")
# A script with contents, a style with contents, a style attribute, a handler, an address that is code or data.
INLINE = re.compile(
    r"<script(?![^>]*\bsrc=)(?![^>]*application/(?:ld\+)?json)[^>]*>|<style|\sstyle\s*=|\son[a-z]+\s*=\s*[\"']"
    r"|javascript:|(?:src|href)=[\"']data:"
)


@pytest.mark.parametrize(
    "path",
    [pytest.param(path, marks=pytest.mark.xdist_group("description")) if "schema" in path else path for path in KINDS],
)
def test_every_kind_of_page_has_the_headers_and_nothing_inline(
    path: str, judge_client: Client, client: Client, db_catalogue: object
) -> None:
    page = (client if path in ("/accounts/login/", "/accounts/signup/") else judge_client).get(path, secure=True)
    assert page.status_code in (200, 404)
    public = {"Cross-Origin-Resource-Policy": "cross-origin"} if path in FOR_OTHER_SITES else {}
    assert {name: page.headers.get(name) for name in EXPECTED} == EXPECTED | public
    policy = page["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert not {"unsafe-inline", "unsafe-eval", "data:", "*", "http"} & set(re.split(r"[;' ]+", policy))
    if page["Content-Type"].startswith("text/html"):
        assert INLINE.findall(page.content.decode()) == []


@pytest.mark.parametrize(
    ("host", "secure", "sent"),
    [
        ("moons.example", True, True),
        ("127.0.0.1:8000", False, True),
        ("localhost", False, True),
        ("[::1]:8000", False, True),
        ("192.168.1.20:8000", False, False),
        ("moons.example", False, False),
    ],
)
def test_the_policy_of_openers_is_sent_where_browsers_heed_it(host: str, secure: bool, sent: bool) -> None:
    request = RequestFactory().get("/", secure=secure, headers={"host": host})
    answer = HeadersMiddleware(lambda _request: HttpResponse())(request)
    assert answer.has_header("Cross-Origin-Opener-Policy") is sent


def test_a_file_that_names_its_content_has_only_what_a_file_needs(client: Client, db_catalogue: object) -> None:
    (picture,) = re.findall(r'src="(/cards/pictures/[^"]+)"', client.get("/cards/vulca-03/").text)[:1]
    answer = client.get(picture, secure=True, headers={"Accept-Encoding": "gzip"})
    assert answer["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'"
    assert answer["X-Content-Type-Options"] == "nosniff" and answer["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert len(answer.serialize_headers()) + SERVER_ADDS <= FILE_HEADERS
    page = client.get("/cards/vulca-03/", secure=True, headers={"Accept-Encoding": "gzip"})
    assert len(page.serialize_headers()) + SERVER_ADDS <= HEADERS


def test_an_error_on_our_side_has_the_headers_too(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tenmoons.pages.views.catalogue", lambda: 1 / 0)
    client.raise_request_exception = False
    page = client.get("/")
    assert page.status_code == 500
    assert page["X-Frame-Options"] == "DENY"
    assert "default-src 'none'" in page["Content-Security-Policy"]
    assert not INLINE.search(page.content.decode())


def test_a_form_without_its_token_is_refused_on_a_page_of_the_house(db: None) -> None:
    page = Client(enforce_csrf_checks=True).post("/decks/check/", {"text": "x"})
    assert page.status_code == 403
    assert not INLINE.search(page.content.decode())
    assert "default-src 'none'" in page["Content-Security-Policy"]


@override_settings(SECURE_HSTS_SECONDS=31_536_000, SECURE_SSL_REDIRECT=True, SESSION_COOKIE_SECURE=True)
def test_over_https_the_browser_is_told_to_stay_there_and_cookies_are_secure(roland: User) -> None:
    client = Client()
    assert client.get("/")["Location"] == "https://testserver/"
    page = client.get("/", secure=True)
    assert "max-age=31536000" in page["Strict-Transport-Security"]
    sent = {"login": "Roland", "password": "a long password"}
    client.post(reverse("account_login"), sent, secure=True, headers={"Referer": "https://testserver/"})
    cookie = client.cookies[settings.SESSION_COOKIE_NAME]
    assert (cookie["secure"], cookie["httponly"], cookie["samesite"]) == (True, True, "Lax")


def test_the_admin_is_entered_by_the_site_s_own_door(client: Client, db: None) -> None:
    page = client.get("/admin/login/")
    assert page.status_code == 302
    assert page["Location"].startswith("/accounts/login/")


def test_who_to_tell_of_a_hole_is_said_where_the_operator_has_said_it(client: Client) -> None:
    assert client.get("/.well-known/security.txt").status_code == 404
    with override_settings(SECURITY_CONTACT="mailto:holes@moons.example"):
        page = client.get("/.well-known/security.txt")
    assert "Contact: mailto:holes@moons.example" in page.content.decode()
    assert "Expires: 20" in page.content.decode()


@override_settings(TRUSTED_PROXIES=1)
@pytest.mark.parametrize(
    ("said", "seen"),
    [("203.0.113.7", "203.0.113.7"), ("6.6.6.6, 203.0.113.7", "203.0.113.7"), ("", "127.0.0.1")],
)
def test_behind_a_proxy_only_what_it_wrote_itself_counts(said: str, seen: str) -> None:
    assert _place(said) == seen


def test_without_a_proxy_nobody_can_say_he_is_somebody_else() -> None:
    assert _place("203.0.113.7") == "127.0.0.1"


def _place(said: str) -> str:
    from django.http import HttpResponse
    from django.test import RequestFactory

    request = RequestFactory().get("/", headers={"X-Forwarded-For": said})
    HeadersMiddleware(lambda _request: HttpResponse())(request)
    return str(request.META["REMOTE_ADDR"])


def test_no_check_of_django_is_silenced() -> None:
    from django.conf import settings

    assert settings.SILENCED_SYSTEM_CHECKS == []
    call_command("check")
