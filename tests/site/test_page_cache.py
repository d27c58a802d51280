"""Cached pages: rendered once for everybody, again as soon as what they show has changed, with nothing of a reader."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.messages.storage.fallback import FallbackStorage
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.utils import timezone
from django.utils.html import escape

from accounts.models import User
from cards.catalogue.services import save_card
from cards.core.facts import Catalogue
from cards.models import Card
from common import page_cache
from common.page_cache import cached_page
from decks.models import Deck
from matches.groups.services import create_group
from tenmoons.pages.today import PICKS_SESSION_KEY
from tests.decks.public.rows import public_deck
from tests.decks.rows import person_of_user
from tests.site.test_page_cache_tables import SAMPLES

TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="(\w{64})"')
pytestmark = pytest.mark.usefixtures("db_catalogue")


def asked(**cookies: str) -> HttpRequest:
    """Return a request of somebody who isn't logged in."""
    request = RequestFactory().get("/kept/")
    request.COOKIES.update(cookies)
    request.user, request.session = AnonymousUser(), Client().session
    request._messages = FallbackStorage(request)  # type: ignore[attr-defined]
    return request


def counted(
    answer: Callable[[], HttpResponse], version: Callable[[HttpRequest], object] = lambda _request: 1
) -> tuple[Callable[[HttpRequest], HttpResponse], list[int]]:
    """Return a cached page, and a list that counts how often it was rendered."""
    drawings: list[int] = []

    @cached_page(version)
    def page(_request: HttpRequest) -> HttpResponse:
        drawings.append(1)
        return answer()

    return page, drawings


def test_a_page_is_drawn_once_for_each_version_language_and_look() -> None:
    versions = iter([1, 1, 2, 2, 2, 2])
    page, drawings = counted(lambda: HttpResponse("words"), lambda _request: next(versions))
    assert page(asked()).content == page(asked()).content == b"words"
    assert len(drawings) == 1
    page(asked())
    page(asked())
    assert len(drawings) == 2
    page(asked(**{settings.THEME_COOKIE_NAME: "night"}))
    page(asked(**{settings.THEME_COOKIE_NAME: "a look that nobody has"}))
    assert len(drawings) == 4


@pytest.mark.parametrize("secret", ["x" * 64, "0a1B" * 16])
def test_a_page_with_what_looks_like_the_secret_of_a_form_is_not_kept(secret: str) -> None:
    page, drawings = counted(lambda: HttpResponse(f'<body hx-headers="{secret}">'))
    page(asked())
    page(asked())
    assert len(drawings) == 2


def test_a_page_with_a_cookie_or_a_waiting_message_or_one_that_nobody_may_store_is_not_kept() -> None:
    def with_cookie() -> HttpResponse:
        answer = HttpResponse("words")
        answer.set_cookie("seat", "one")
        return answer

    makers = (with_cookie, lambda: HttpResponse("words", headers={"Cache-Control": "no-store"}))
    for make in (*makers, lambda: HttpResponse("words", status=404)):
        page, drawings = counted(make)
        page(asked())
        page(asked())
        assert len(drawings) == 2
    page, drawings = counted(lambda: HttpResponse("words"))
    for _time in range(2):
        request = asked()
        request._messages.add(20, "Saved.")  # type: ignore[attr-defined]
        page(request)
    assert len(drawings) == 2


def test_a_change_of_the_catalogue_is_seen_at_once(client: Client, db_catalogue: Catalogue) -> None:
    assert "Renamed by the test" not in client.get("/cards/peoples/vulca/").text
    row = Card.objects.get(code="Vulca 03")
    row.name = "Renamed by the test"
    save_card(row)
    assert "Renamed by the test" in client.get("/cards/peoples/vulca/").text


@pytest.mark.parametrize("path", SAMPLES.values())
def test_whoever_asks_gets_the_page_that_would_be_drawn_for_them(
    path: str,
    client: Client,
    roland: User,
    roland_client: Client,
    elinor: User,
    elinor_client: Client,
    stranger: User,
    stranger_client: Client,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Boards name Roland and Elinor, and members with these names get a page of their own.
    roland.username, elinor.username = "Odalys", "Ferran"
    stranger.is_staff = stranger.is_superuser = True
    for user in (roland, elinor, stranger):
        user.save()
    readers = (client, roland_client, elinor_client, stranger_client)
    for language in ("en", "de"):
        asked = {"Accept-Language": language, "Accept-Encoding": "gzip"}
        pages = [gzip.decompress(reader.get(path, headers=asked).content).decode() for reader in readers]
        with monkeypatch.context() as patch:
            patch.setattr(page_cache, "_may_be_cached", lambda _request: False)
            drawn = [reader.get(path, headers={"Accept-Language": language}).text for reader in readers]
        assert [TOKEN.sub("", page) for page in pages] == [TOKEN.sub("", page) for page in drawn]
        names = [re.findall('id="reader">(.*?)</a>', page) for page in pages]
        assert names == [[], ["Odalys"], ["Ferran"], ["Stranger"]]


def test_a_page_that_was_drawn_for_a_member_is_drawn_for_no_other_and_names_each_as_html() -> None:
    page, drawings = counted(lambda: HttpResponse(f'<a id="reader">{escape(request.user.get_username())}</a>!'))
    for name in ("Rol<and", "Ägir"):
        request = asked()
        request.user = User(username=name)
        assert page(request).content.decode() == f'<a id="reader">{escape(name)}</a>!'
    assert len(drawings) == 1


@pytest.mark.parametrize("name", ["Roland", "Ägir", "a<b"])
def test_a_page_that_names_a_member_elsewhere_is_not_kept(name: str) -> None:
    page, drawings = counted(lambda: HttpResponse(f'<a id="reader">{escape(name)}</a> and {escape(name)}'))
    for _time in range(2):
        request = asked()
        request.user = User(username=name)
        page(request)
    assert len(drawings) == 2


def test_what_is_a_reader_s_own_on_the_home_page_is_no_other_s(
    client: Client, roland: User, roland_client: Client, elinor_client: Client
) -> None:
    create_group(by=person_of_user(roland), name="Moons of Roland’s")
    assert "Moons of Roland’s" in roland_client.get("/").text
    tags = [reader.get("/")["ETag"] for reader in (roland_client, elinor_client, client)]
    assert len(set(tags)) == 3
    assert not any("Moons of Roland’s" in reader.get("/").text for reader in (elinor_client, client))
    assert "Moons of Roland’s" in roland_client.get("/").text


def test_the_days_in_a_row_on_the_home_page_are_the_reader_s(client: Client, elinor_client: Client) -> None:
    other = client.get("/").text
    today = timezone.localdate()
    session = elinor_client.session
    session[PICKS_SESSION_KEY] = {(today - timedelta(days=ago)).isoformat(): "Vulca 01" for ago in (1, 2)}
    session.save()
    assert "2 days in a row" in elinor_client.get("/").text
    assert "days in a row" not in other + client.get("/").text


def test_a_minute_later_the_home_page_lists_a_new_deck_only_if_it_is_public(
    client: Client, roland: User, db_catalogue: Catalogue
) -> None:
    assert "Storm over Terrah" not in client.get("/").text
    deck = public_deck(roland, db_catalogue, name="Storm over Terrah")
    cache.clear()
    assert "Storm over Terrah" in client.get("/").text
    Deck.objects.filter(pk=deck.pk).update(visibility="link")
    cache.clear()
    assert "Storm over Terrah" not in client.get("/").text


def test_a_member_s_browser_is_told_that_the_page_is_the_same_and_no_other_s(
    client: Client, roland_client: Client, elinor_client: Client
) -> None:
    tag = roland_client.get("/cards/errata/")["ETag"]
    answers = [
        reader.get("/cards/errata/", headers={"If-None-Match": tag}) for reader in (roland_client, elinor_client)
    ]
    assert [answer.status_code for answer in answers] == [304, 200]
    assert client.get("/cards/errata/", headers={"If-None-Match": tag}).status_code == 200
    assert all("private" in answer["Cache-Control"] for answer in answers)


def test_each_language_has_its_own(client: Client) -> None:
    assert "Rulings" in client.get("/cards/rulings/").text
    assert 'lang="de"' in client.get("/cards/rulings/", headers={"Accept-Language": "de"}).text
    assert 'lang="en"' in client.get("/cards/rulings/").text


def test_a_browser_with_the_page_is_told_that_it_is_the_same_and_one_without_gzip_reads_it(client: Client) -> None:
    plain, packed = client.get("/cards/errata/"), client.get("/cards/errata/", headers={"Accept-Encoding": "gzip"})
    assert packed["Content-Encoding"] == "gzip"
    assert len(packed.content) < len(plain.content) / 2
    assert client.get("/cards/errata/", headers={"If-None-Match": packed["ETag"]}).status_code == 304


def test_the_forms_of_a_kept_page_are_each_readers_own() -> None:
    browsers = [Client(enforce_csrf_checks=True) for _browser in range(2)]
    tokens = [TOKEN.findall(browser.get("/drafts/new/").text)[0] for browser in browsers]
    assert tokens[0] != tokens[1]
    opened = {"action": "at_once", "csrfmiddlewaretoken": tokens[0]}
    assert browsers[0].post("/drafts/new/", opened).status_code == 302
    assert browsers[1].post("/drafts/new/", opened).status_code == 403
