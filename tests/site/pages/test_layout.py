"""The pages of the site itself, for anybody, and its errors in one shape."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from tenmoons.help_site.rulebook import rules_chapters
from tests.packages import PACKAGES

ROOT = Path(__file__).resolve().parent.parent.parent.parent
pytestmark = pytest.mark.django_db

PAGES = ["/", "/mine/", "/help/", "/help/rules/", "/cards/", "/decks/", "/decks/check/", "/drafts/", "/matches/"]
PAGES += ["/accounts/login/", "/accounts/signup/", "/accounts/password/reset/", "/api/docs/", "/healthz", "/readyz"]


@pytest.mark.parametrize("path", PAGES)
def test_anybody_may_look(client: Client, path: str) -> None:
    assert client.get(path).status_code == 200


@pytest.mark.parametrize("path", PAGES)
def test_no_page_has_anything_inline_or_from_outside(client: Client, path: str) -> None:
    page = client.get(path).content.decode()
    assert not re.search(r"<script(?![^>]*\bsrc=)", page)
    assert "<style" not in page
    assert not re.search(r"\s(style|on[a-z]+)=\"", page)
    assert not re.search(r"(?:src|href)=\"(?:https?:)?//", page)


def test_the_home_page_leads_to_all_five_words_and_two_places(client: Client) -> None:
    page = client.get(reverse("home")).content.decode()
    words = ("boards:learn", "cards:index", "decks:index", "drafts:index", "play:index")
    for door in (*words, "drafts:create", "decks:check"):
        assert f'href="{reverse(door)}"' in page
    assert page.count('popovertarget="enter-code"') == 3 and 'id="enter-code"' in page


def test_the_policy_allows_only_the_site_itself(client: Client) -> None:
    policy = client.get(reverse("home"))["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy


def test_every_rule_has_its_anchor(client: Client) -> None:
    page = client.get(reverse("help:rules")).content.decode()
    for chapter in rules_chapters():
        for rule in chapter.rules:
            assert f'id="{rule.number}"' in page


def test_every_rule_number_in_the_code_is_explained() -> None:
    explained = {rule.number for chapter in rules_chapters() for rule in chapter.rules}
    used: dict[str, str] = {}
    for folder in (*PACKAGES, "templates"):
        for file in (ROOT / folder).rglob("*"):
            if file.suffix in {".py", ".html"}:
                for number in re.findall(r"\b(?:CARD|SET|DECK|DRAFT|MATCH|GAME|COC)-\d+a?\b(?!\{)", file.read_text()):
                    used[number] = str(file.relative_to(ROOT))
    assert len(used) > 40
    assert {number: place for number, place in used.items() if number not in explained} == {}


def test_a_page_that_does_not_exist_says_so_in_the_look(client: Client) -> None:
    answer = client.get("/nowhere/")
    assert answer.status_code == 404
    assert "Page not found" in answer.content.decode()


@pytest.mark.parametrize("path", ["/api/v1/nowhere/", "/api/", "/api/v2/cards/"])
def test_the_api_answers_unknown_addresses_in_its_error_shape(client: Client, path: str) -> None:
    answer = client.post(path)
    assert answer.status_code == 404
    assert set(answer.json()["error"]) == {"code", "message", "rule", "details"}


def test_a_broken_page_needs_neither_database_nor_session() -> None:
    from django.test import RequestFactory

    from tenmoons.pages.errors import server_error

    answer = server_error(RequestFactory().get("/"))
    assert answer.status_code == 500
    assert "Everything you saved before is safe. Try again." in answer.content.decode()
