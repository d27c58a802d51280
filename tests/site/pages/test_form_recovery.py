"""A form that a log-in gets in the way of: what was typed comes back, and is sent by one more tap."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Person, User
from cards.core.facts import Catalogue
from decks.core.legality import DeckList
from decks.deck.services import Contents, create_deck
from decks.models import Deck
from drafts.models import Draft
from matches.models import Match
from tests.access.request_bodies import _PAGES
from tests.html import flat

HERE = "http://testserver"
PASSWORD = "a long password"


def _fields(page: str) -> dict[str, list[str]]:
    """The fields of the form that holds what was typed."""
    fields: dict[str, list[str]] = {}
    for name, value in re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', page):
        fields.setdefault(name, []).append(unescape(value))
    return fields


def _held_form(page: str) -> tuple[str, dict[str, list[str]]]:
    form = re.search(r'<form class="stack" method="post" action="([^"]+)">(.*?)</form>', page, re.DOTALL)
    assert form, page
    return form.group(1), _fields(form.group(2))


def _post(client: Client, path: str, sent: dict[str, Any]) -> Any:
    return client.post(path, sent, headers={"Origin": HERE})


def _stale(client: Client, path: str, sent: dict[str, Any]) -> Any:
    """Send a form whose token became old while it was filled in; then what the page that answers offers."""
    client.get(path)
    answer = _post(client, path, sent | {"csrfmiddlewaretoken": "x" * 64})
    assert answer.status_code == 403
    action, fields = _held_form(flat(answer.content))
    assert action == path
    typed = {name: value if isinstance(value, list) else [str(value)] for name, value in sent.items()}
    assert {name: fields.get(name, []) for name in typed} == typed
    return _post(client, action, fields)


@pytest.fixture
def careful(roland: User) -> Client:
    """Roland's browser, and a site that looks at tokens as it does outside of tests."""
    client = Client(enforce_csrf_checks=True)
    client.force_login(roland)
    return client


@pytest.mark.parametrize(("name", "made"), [("drafts:create", Draft), ("matches:create", Match)])
def test_what_was_filled_in_before_a_log_in_is_made_after_it(
    name: str, made: type[Draft] | type[Match], careful: Client, db_catalogue: Catalogue
) -> None:
    answer = _stale(careful, reverse(name), dict(_PAGES[name]))
    assert answer.status_code == 302
    assert made._base_manager.count() == 1


def test_a_deck_is_saved_after_the_session_has_ended(roland: User, client: Client, db_catalogue: Catalogue) -> None:
    owner = Person.objects.get_or_create(user=roland)[0]
    deck = create_deck(owner=owner, contents=Contents(deck=DeckList(name="Moonrise"), visibility="private"))
    path = f"/decks/{deck.key}/write/"
    text = "Deck: Moonrise Storm\nLeader: Vulca 01\n1 Vulca 03\n"
    answer = _post(client, path, {"text": text, "version": str(deck.version), "pool": "", "save": "1"})
    assert answer.status_code == 404
    assert _held_form(flat(answer.content))[1]["text"] == [text]
    assert "/accounts/login/?next=/again/" in answer.content.decode()

    entered = _post(client, "/accounts/login/?next=/again/", {"login": "Roland", "password": PASSWORD})
    assert entered["Location"] == "/again/"
    action, fields = _held_form(flat(client.get("/again/").content))
    assert (action, fields["text"]) == (path, [text])
    saved = _post(client, action, fields)
    assert saved.status_code == 302
    assert Deck.objects.get(pk=deck.pk).version > deck.version
    assert client.get("/again/").status_code == 302


def test_what_a_page_wants_a_log_in_for_waits_behind_it(roland: User, client: Client) -> None:
    answer = _post(client, "/accounts/tokens/", {"name": "script"})
    assert "/again/" not in answer["Location"]
    answer = _post(client, "/cards/vulca-03/edit/", {"summary": "Ignores shields."})
    if answer.status_code == 302:
        assert answer["Location"] == "/accounts/login/?next=%2Fagain%2F"


@pytest.mark.parametrize("origin", ["https://elsewhere.example", "null", ""])
def test_what_another_site_has_sent_here_is_not_held(origin: str, db: None) -> None:
    client = Client(enforce_csrf_checks=True)
    answer = client.post("/matches/new/", {"name_a": "Roland"}, headers={"Origin": origin} if origin else {})
    assert answer.status_code == 403
    assert 'value="Roland"' not in answer.content.decode()
    assert "held" not in client.session


def test_a_password_is_never_held(db: None) -> None:
    client = Client(enforce_csrf_checks=True)
    answer = _post(client, "/matches/new/", {"name_a": "Roland", "password": "secret words"})
    assert 'value="Roland"' in answer.content.decode()
    assert "secret words" not in answer.content.decode()
    assert "secret words" not in str(client.session["held"])
    assert 'value="Roland"' not in _post(client, "/accounts/login/", {"login": "Roland"}).content.decode()


@pytest.mark.parametrize(
    ("path", "sent", "status", "said"),
    [
        ("/drafts/abc/pick/", None, 405, "only takes a form"),
        ("/nowhere/", None, 404, "Find a card"),
        ("/cards/keeping/upload/", None, 0, ""),
        ("/decks/check/", {"text": "x" * 1_100_000}, 413, "more than the site takes"),
    ],
)
def test_each_refusal_says_what_to_do_next(
    path: str, sent: dict[str, str] | None, status: int, said: str, client: Client, db: None
) -> None:
    answer = client.get(path) if sent is None else client.post(path, sent)
    if status:
        assert answer.status_code == status
        assert said in answer.content.decode()
        assert "To the start" in answer.content.decode()
    if status == 405:
        assert "POST" in answer["Allow"]
