"""Tokens for scripts: their scopes, lifetime, maximum number, and who sees them."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import ALL_SCOPES, MAX_TOKENS, ApiToken, Person, User
from accounts.scopes import ANY_TOKEN, SCOPE_BY_PATH_WORD, TOKEN_SCOPES, scope_for_path
from tests.html import flat
from tests.site.api.description import described

DRAFT = {"players": 2, "peoples": ["Vulca", "Hoax", "Mimix", "Flit"]}


def _headers(user: User, scopes: str, **more: object) -> dict[str, str]:
    _token, secret = ApiToken.issue(user=user, name="a script", scopes=scopes, **more)  # type: ignore[arg-type]
    return {"Authorization": f"Bearer {secret}"}


def test_the_words_that_are_kept_are_those_of_the_form() -> None:
    assert set(ALL_SCOPES.split()) == set(TOKEN_SCOPES)
    assert set(SCOPE_BY_PATH_WORD.values()) <= {"", ANY_TOKEN, *TOKEN_SCOPES}


@pytest.mark.xdist_group("description")
def test_every_operation_of_the_api_belongs_to_an_area() -> None:
    unknown = {path for path in described()["paths"] if scope_for_path(path) is None}
    assert not unknown, "no area in accounts/scopes.py for these"


def test_a_token_that_reads_writes_nothing(client: Client, roland: User, db_catalogue: object) -> None:
    headers = _headers(roland, "read")
    assert client.get("/api/v1/decks/", headers=headers).status_code == 200
    answer = client.post("/api/v1/drafts/", DRAFT, content_type="application/json", headers=headers)
    assert answer.status_code == 403
    assert "drafts" in answer.json()["error"]["message"]


@pytest.mark.parametrize(
    ("scopes", "path", "status"),
    [
        ("decks", "/api/v1/decks/", 200),
        ("decks", "/api/v1/drafts/", 403),
        ("decks", "/api/v1/events/", 403),
        ("events", "/api/v1/events/", 200),
        ("events", "/api/v1/matches/", 403),
        ("matches drafts", "/api/v1/groups/", 200),
        ("drafts", "/api/v1/cards/", 200),
        ("read", "/api/v1/matches/", 200),
    ],
)
def test_a_token_reaches_only_its_areas(
    scopes: str, path: str, status: int, client: Client, roland: User, db_catalogue: object
) -> None:
    assert client.get(path, headers=_headers(roland, scopes)).status_code == status


def test_a_token_s_time_ends(client: Client, roland: User) -> None:
    headers = _headers(roland, "read", expires=timezone.now() - timedelta(seconds=1))
    answer = client.get("/api/v1/decks/", headers=headers)
    assert answer.status_code == 401
    assert "This token has expired. Create a new one on your page." in answer.json()["error"]["message"]


def test_the_page_says_what_each_token_may_do_and_when_it_was_used(
    roland_client: Client, roland: User, client: Client, db_catalogue: object
) -> None:
    roland_client.post(reverse("accounts:tokens"), {"name": "my bot", "may": ["decks", "events"], "days": "30"})
    token = ApiToken.objects.get()
    assert token.scopes == "decks events"
    assert token.expires is not None
    assert timedelta(days=29) < token.expires - timezone.now() < timedelta(days=31)
    page = roland_client.get(reverse("accounts:tokens")).content.decode()
    assert "my bot" in page
    assert "Decks: read and change" in page
    assert "never used" in page


@pytest.mark.parametrize("sent", [{"name": "x"}, {"name": "", "may": ["read"]}, {"name": "x", "may": ["everything"]}])
def test_a_token_that_is_not_described_is_not_made(sent: dict[str, object], roland_client: Client) -> None:
    assert roland_client.post(reverse("accounts:tokens"), sent).status_code == 400
    assert not ApiToken.objects.exists()


def test_nobody_hoards_tokens(roland_client: Client, roland: User) -> None:
    for _each in range(MAX_TOKENS):
        ApiToken.issue(user=roland, name="one more")
    page = roland_client.post(reverse("accounts:tokens"), {"name": "too many", "may": ["read"], "days": "0"})
    assert page.status_code == 400
    assert ApiToken.objects.count() == MAX_TOKENS


def test_the_tokens_page_asks_little_of_the_database(
    roland_client: Client, roland: User, django_assert_max_num_queries: object
) -> None:
    ApiToken.issue(user=roland, name="one")
    Person.objects.create(user=roland)
    with django_assert_max_num_queries(4):  # type: ignore[operator]
        roland_client.get(reverse("accounts:tokens"))


def test_other_devices_are_listed_and_can_be_logged_out(roland: User) -> None:
    here, there = Client(), Client(headers={"User-Agent": "An old phone"})
    for client in (here, there):
        client.post(reverse("account_login"), {"login": "Roland", "password": "a long password"})
    phone = Client(headers={"User-Agent": "Mozilla/5.0 (Android 15; Mobile; rv:143.0) Gecko/143.0 Firefox/143.0"})
    phone.post(reverse("account_login"), {"login": "Roland", "password": "a long password"})
    page = flat(here.get(reverse("usersessions_list")).content)
    assert re.search('<b title="An old phone">\\s*Unknown device\\s*</b>', page)
    assert "Firefox on Android" in page
    here.post(reverse("usersessions_list"))
    assert there.get(reverse("account_email")).status_code == 302
    assert here.get(reverse("account_email")).status_code == 200
