"""Offline copies: what a browser may keep, what it never keeps, and pages that need not be sent again."""

from __future__ import annotations

import gzip
import json
import re

import pytest
from django.conf import settings
from django.test import Client
from django.urls import resolve, reverse

from accounts.identity import SESSION_KEY
from accounts.models import Person, User
from accounts.personal_data import DeletionOptions
from cards.core.facts import Catalogue
from common.headers import OFFLINE_COPY_HEADER
from common.random_keys import new_key
from decks.core.legality import DeckList
from decks.deck.services import DeckContents, create_deck
from matches.core.scoring import MatchSettings
from matches.play.services import NewMatchPlayer, create_match
from tenmoons.middleware.http_cache import PUBLIC_VIEWS
from tenmoons.my_account.personal_data import delete_person
from tenmoons.pwa.offline_pages import FORGET_AFTER_POST, PREFETCHED_PATHS, files_hash, may_store_offline, shell_urls

KEY = "a2b3c4d5e6f7"
STORED = """/ /cards/ /cards/vulca-03/ /cards/peoples/ /cards/peoples/vulca/ /cards/rulings/ /cards/rulings/leader-1/
/cards/errata/ /cards/lists/ /cards/lists/1.2/ /cards/help/ /help/ /help/rules/ /help/glossary/ /help/drafts/
/help/guides/organiser/ /decks/ /decks/KEY/
/matches/KEY/table/ /matches/events/KEY/ /matches/events/KEY/results/
/board/ /board/learn/ /board/learn/power/ /board/turn/ /board/readings/ /board/peoples/vulca/
/board/rules/c-40/ /board/cards/vulca-03/ /game/peoples/"""
NEVER = """/drafts/ /drafts/new/ /drafts/KEY/ /drafts/KEY/seat/ /drafts/KEY/seat/abc/ /drafts/KEY/replay/
/drafts/practice/ /drafts/paper/KEY/ /api/v1/drafts/ /api/v1/drafts/KEY/ /api/v1/cards/ /api/docs/ /mine/ /mine/data/
/mine/leave/ /accounts/login/ /accounts/logout/ /accounts/tokens/ /accounts/email/ /accounts/devices/ /admin/
/admin/cards/card/ /decks/new/ /decks/check/ /decks/shelf/ /decks/import/ /decks/KEY/edit/ /decks/KEY/editors/
/decks/KEY/history/ /decks/pools/KEY/ /decks/together/KEY/ /decks/shelf/KEY/ /decks/KEYx/ /matches/ /matches/new/
/matches/KEY/ /matches/KEY/join/KEY/ /matches/groups/KEY/ /matches/events/KEY/players/ /matches/events/KEY/help/KEY/
/cards/keeping/ /cards/keeping/upload/ /cards/texts/ /cards/texts/join/KEY/ /cards/suggest/ /cards/searches/
/cards/vulca-03/edit/ /board/edit/ /board/start/
/board/picture.png /status/ /metrics /healthz /worker.js"""


@pytest.mark.parametrize("path", STORED.replace("KEY", KEY).split())
def test_a_phone_may_keep(path: str) -> None:
    assert may_store_offline(path)


def test_a_phone_may_keep_every_page_that_is_the_same_for_everybody() -> None:
    views = {resolve(path).view_name for path in STORED.replace("KEY", KEY).split()}
    assert PUBLIC_VIEWS - {"offline"} <= views  # the page for no network is there without a visit


@pytest.mark.parametrize("path", NEVER.replace("KEY", KEY).split())
def test_a_phone_never_keeps(path: str) -> None:
    assert not may_store_offline(path)


@pytest.mark.parametrize("name", ["account_login", "account_logout", "account_signup", "leave", "admin:logout"])
def test_where_the_reader_changes_the_copies_are_forgotten(name: str) -> None:
    assert any(re.search(pattern, reverse(name)) for pattern in FORGET_AFTER_POST)


def test_every_key_the_site_gives_is_one_the_table_knows() -> None:
    assert all(may_store_offline(f"/decks/{new_key()}/") for _ in range(50))
    assert all(map(may_store_offline, PREFETCHED_PATHS))


@pytest.mark.parametrize("path", PREFETCHED_PATHS)
def test_what_is_fetched_beforehand_exists_and_may_be_kept(path: str, client: Client, db_catalogue: Catalogue) -> None:
    page = client.get(path)
    assert page.status_code == 200
    assert page[OFFLINE_COPY_HEADER]


def _deck_of(user: User) -> str:
    owner = Person.objects.get_or_create(user=user)[0]
    return create_deck(owner=owner, contents=DeckContents(deck=DeckList(name="Moonrise"))).key


def test_only_the_owner_s_phone_keeps_a_deck(
    roland: User, roland_client: Client, elinor_client: Client, db_catalogue: Catalogue
) -> None:
    address = reverse("decks:deck", args=[_deck_of(roland)])
    assert roland_client.get(address)[OFFLINE_COPY_HEADER]
    assert not elinor_client.get(address).has_header(OFFLINE_COPY_HEADER)
    assert not roland_client.get(f"{address}edit/").has_header(OFFLINE_COPY_HEADER)


def test_the_table_between_two_phones_is_kept(roland: User, roland_client: Client, db_catalogue: Catalogue) -> None:
    owner = Person.objects.get_or_create(user=roland)[0]
    match = create_match(
        by=owner, players=(NewMatchPlayer("Roland", owner), NewMatchPlayer("Elinor")), sheet=MatchSettings()
    )
    assert roland_client.get(reverse("matches:table", args=[match.key]))[OFFLINE_COPY_HEADER]
    assert not roland_client.get(reverse("matches:detail", args=[match.key])).has_header(OFFLINE_COPY_HEADER)


def test_the_mark_tells_two_people_apart_and_says_nothing_of_them(
    roland: User, roland_client: Client, elinor_client: Client, client: Client, db_catalogue: Catalogue
) -> None:
    marks = [visitor.get("/cards/peoples/")[OFFLINE_COPY_HEADER] for visitor in (roland_client, elinor_client, client)]
    assert len(set(marks)) == 3
    assert marks[0] == roland_client.get("/help/")[OFFLINE_COPY_HEADER]
    assert all(re.fullmatch("[0-9a-f]{16}", mark) for mark in marks)


@pytest.mark.parametrize("is_guest", [False, True], ids=["account", "guest"])
def test_who_left_on_another_device_is_nobody_here(
    is_guest: bool, roland: User, roland_client: Client, client: Client, db_catalogue: Catalogue
) -> None:
    phone, person = roland_client, Person.objects.get_or_create(user=roland)[0]
    if is_guest:
        person, phone = Person.objects.create(nickname="Guest"), Client()
        session = phone.session
        session[SESSION_KEY] = person.pk
        session.save()
        phone.cookies[settings.SESSION_COOKIE_NAME] = str(session.session_key)
    nobody = client.get("/cards/")[OFFLINE_COPY_HEADER]
    assert phone.get("/cards/")[OFFLINE_COPY_HEADER] != nobody
    delete_person(person, DeletionOptions())
    for path in ("/", "/cards/", "/cards/peoples/", "/help/rules/"):
        assert phone.get(path)[OFFLINE_COPY_HEADER] == nobody


def test_the_worker_comes_from_the_root_with_its_tables_and_a_policy(client: Client) -> None:
    answer = client.get("/worker.js")
    assert answer["Content-Type"].startswith("text/javascript")
    assert answer["Service-Worker-Allowed"] == "/"
    assert answer["Cache-Control"] == "no-cache"
    assert "connect-src 'self'" in answer["Content-Security-Policy"]
    tables = json.loads(answer.content.decode().split("\n", 1)[0].removeprefix("const POCKET = ").removesuffix(";"))
    assert tables["version"] == files_hash()
    assert tables["shell"] == shell_urls()
    assert len(tables["shell"]) == 30
    assert not [key for key in tables["kept"] if "draft" in key or "api" in key]


def test_the_site_can_be_installed(client: Client, db_catalogue: Catalogue) -> None:
    answer = client.get("/manifest.webmanifest")
    assert answer["Content-Type"] == "application/manifest+json"
    body = answer.json()
    assert (body["start_url"], body["display"], len(body["shortcuts"])) == ("/", "standalone", 4)
    assert {icon["sizes"] for icon in body["icons"]} == {"192x192", "512x512"}
    assert {icon["purpose"] for icon in body["icons"]} == {"any", "maskable"}
    page = client.get("/").content.decode()
    assert 'rel="manifest"' in page
    assert "apple-touch-icon" in page


def test_without_a_network_the_page_is_the_same_for_everybody(roland_client: Client, client: Client) -> None:
    mine = roland_client.get("/offline/")
    assert "Roland" not in mine.content.decode()
    assert mine.content == client.get("/offline/").content


SAME = [
    "/",
    "/cards/",
    "/cards/vulca-03/",
    "/cards/peoples/vulca/",
    "/cards/rulings/",
    "/help/rules/",
    "/help/glossary/",
]


@pytest.mark.parametrize("path", SAME)
def test_a_page_that_has_not_changed_is_not_sent_again(path: str, client: Client, db_catalogue: Catalogue) -> None:
    first = client.get(path)
    assert {"Cookie", "Accept-Language"} <= {part.strip() for part in first["Vary"].split(",")}
    assert set(first["Cache-Control"].split(", ")) == {"no-cache", "private"}
    assert "csrfmiddlewaretoken" not in first.content.decode()
    again = client.get(path, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    # The headers of this answer replace those the browser has kept.
    for name in ("Content-Security-Policy", "Permissions-Policy", "Vary", OFFLINE_COPY_HEADER):
        assert again[name] == first[name]
    other = client.get(path, headers={"If-None-Match": first["ETag"], "Accept-Language": "de"})
    assert other.status_code == 200


def test_pages_are_squeezed_where_they_hold_no_secret(
    roland_client: Client, roland: User, db_catalogue: Catalogue
) -> None:
    accepting = {"Accept-Encoding": "gzip"}
    page = roland_client.get("/cards/", headers=accepting)
    assert page["Content-Encoding"] == "gzip"
    assert page["ETag"].startswith("W/")
    assert b"Ten Moons" in gzip.decompress(page.content)
    for path in ("/mine/", "/accounts/tokens/", "/accounts/email/", "/mine/data/"):
        assert not roland_client.get(path, headers=accepting).has_header("Content-Encoding")


def test_a_member_s_own_pages_have_no_etag(roland_client: Client, db_catalogue: Catalogue) -> None:
    for path in ("/mine/", "/decks/", "/drafts/", "/matches/", "/accounts/tokens/"):
        assert not roland_client.get(path).has_header("ETag")
