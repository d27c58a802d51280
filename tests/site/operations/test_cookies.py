"""Cookies name their site: two sites on one machine leave each other's alone."""

from __future__ import annotations

import os
import re
import shutil
import sys
import urllib.request
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, OpenerDirector, Request, build_opener

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.test import Client

from accounts.models import User
from tenmoons import environment as env
from tests.servers.binaries import free_port
from tests.servers.process import Program

ROOT = Path(__file__).resolve().parents[3]
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')
pytestmark = pytest.mark.xdist_group("crash")


def served(command: str, port: int, folder: Path, ready: Path | None) -> Program:
    """Return a site of its own, or the demo, at a port; both get one secret key from the environment."""
    folder.mkdir(exist_ok=True)
    if ready is not None and not (folder / "tenmoons.sqlite3").exists():
        shutil.copy(ready, folder / "tenmoons.sqlite3")

    def answers() -> bool:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=2):
                return True
        except OSError:
            return False

    environment = {
        **os.environ,
        "VAR_DIR": str(folder),
        "DATABASE_URL": "",
        "DEBUG": "yes",
        "SECRET_KEY": "that of both " * 5,
    }
    manage = [sys.executable, str(ROOT / "manage.py"), command, "--port", str(port)]
    return Program(command, folder, command=manage, environment=environment, answers=answers)


def make_deck(browser: OpenerDirector, site: str, name: str) -> None:
    """Create a deck as a guest."""
    with browser.open(f"{site}/decks/new/", timeout=60) as page:
        form = page.read().decode()
    setup = {"people": "Aqua", "start": "box", "format": "custom", "name": name}
    data = urlencode({"csrfmiddlewaretoken": TOKEN.findall(form)[-1], **setup}).encode()
    browser.open(Request(f"{site}/decks/new/", data), timeout=60).close()


def decks(browser: OpenerDirector, site: str) -> str:
    """Return the page of decks."""
    with browser.open(f"{site}/decks/", timeout=60) as page:
        return str(page.read().decode())


# On ports of their own they share a host all the same, so one port is the harder case.
@pytest.mark.parametrize("ports", [1, pytest.param(2, marks=pytest.mark.thorough)])
def test_a_look_at_the_demo_leaves_a_guest_their_deck(ports: int, tmp_path: Path, ready: Path | None) -> None:
    browser = build_opener(HTTPCookieProcessor(CookieJar()))
    ours, theirs = free_port(), free_port()
    site, demo = f"http://127.0.0.1:{ours}", f"http://127.0.0.1:{theirs if ports == 2 else ours}"
    running = served("serve", ours, tmp_path / "site", ready).start()
    try:
        make_deck(browser, site, "The first")
        assert "The first" in decks(browser, site)
        if ports == 1:
            running.stop()
        with served("demo", theirs if ports == 2 else ours, tmp_path / "demo", ready):
            assert "The first" not in decks(browser, demo)
            make_deck(browser, demo, "The second")
        if ports == 1:
            running.start()
        assert "The first" in decks(browser, site)
    finally:
        running.stop()


def test_the_mark_is_that_of_the_key_or_what_somebody_chose(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COOKIE_MARK", raising=False)
    assert env.cookie_name_mark("one key") == env.cookie_name_mark("one key") != env.cookie_name_mark("another")
    assert re.fullmatch("[0-9a-f]{8}", env.cookie_name_mark("one key"))
    monkeypatch.setenv("COOKIE_MARK", "club")
    assert env.cookie_name_mark("one key") == "club"
    monkeypatch.setenv("COOKIE_MARK", "a; b=c")
    with pytest.raises(ImproperlyConfigured, match="COOKIE_MARK"):
        env.cookie_name_mark("one key")


def old_browser(signed_in: Client) -> Client:
    """Return the same browser as the version before has left it."""
    browser = Client()
    browser.cookies["sessionid"] = signed_in.cookies[settings.SESSION_COOKIE_NAME].value
    browser.cookies["language"] = "nl"
    return browser


def test_who_was_known_by_the_name_before_stays_known(roland: User, roland_client: Client) -> None:
    browser = old_browser(roland_client)
    page = browser.get("/mine/")
    assert page.status_code == 200 and page.wsgi_request.user == roland
    assert page.wsgi_request.LANGUAGE_CODE == "nl"
    carried = page.cookies[settings.SESSION_COOKIE_NAME]
    assert carried.value == browser.cookies["sessionid"].value and carried["httponly"]
    del browser.cookies["sessionid"], browser.cookies["language"]
    page = browser.get("/mine/")
    assert page.wsgi_request.user == roland and page.wsgi_request.LANGUAGE_CODE == "nl"


def test_the_session_of_another_site_is_left_alone(client: Client, db: None) -> None:
    client.cookies["sessionid"] = "o" * 32
    page = client.get("/decks/")
    assert settings.SESSION_COOKIE_NAME not in page.cookies and "sessionid" not in page.cookies


def test_who_has_logged_out_is_not_brought_back_by_the_name_before(roland: User, roland_client: Client) -> None:
    browser = old_browser(roland_client)
    browser.post("/accounts/logout/")
    del browser.cookies[settings.SESSION_COOKIE_NAME]  # as the answer told it to
    page = browser.get("/decks/")
    assert page.wsgi_request.user.is_anonymous and settings.SESSION_COOKIE_NAME not in page.cookies


def test_what_everybody_may_keep_carries_nobodys_cookie(roland: User, roland_client: Client) -> None:
    answer = old_browser(roland_client).get("/cards/pictures/card-back/")
    assert "public" in answer["Cache-Control"] and not answer.cookies


def test_a_form_that_was_open_during_the_update_is_taken(roland: User, roland_client: Client) -> None:
    browser = old_browser(roland_client)
    browser.handler.enforce_csrf_checks = True
    browser.cookies["csrftoken"] = token = "t" * 32
    sent = browser.post("/accounts/logout/", {"csrfmiddlewaretoken": token})
    assert sent.status_code == 302
