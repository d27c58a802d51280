"""A form interrupted by a login: what was typed comes back, and is sent with one more tap."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from django.test import Client, RequestFactory
from django.urls import get_resolver, reverse

from accounts.models import Person, User
from cards.core.facts import Catalogue
from decks.core.legality import DeckList
from decks.deck.services import DeckContents, create_deck
from decks.models import Deck
from drafts.models import Draft
from matches.models import Match
from tenmoons.middleware.form_recovery import submitted_form_of
from tests.access.request_bodies import _PAGES
from tests.html import flat

HERE = "http://testserver"
PASSWORD = "a long password"


def _fields(page: str) -> dict[str, list[str]]:
    """Return the fields of the form that holds what was typed."""
    fields: dict[str, list[str]] = {}
    for name, value in re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', page):
        fields.setdefault(name, []).append(unescape(value))
    return fields


def _stored_form(page: str) -> tuple[str, dict[str, list[str]]]:
    form = re.search(r'<form class="stack" method="post" action="([^"]+)">(.*?)</form>', page, re.DOTALL)
    assert form, page
    return form.group(1), _fields(form.group(2))


def _post(client: Client, path: str, sent: dict[str, Any]) -> Any:
    return client.post(path, sent, headers={"Origin": HERE})


def _stale(client: Client, path: str, sent: dict[str, Any]) -> Any:
    """Send a form whose token expired while it was filled in; then what the answer's page offers."""
    client.get(path)
    answer = _post(client, path, sent | {"csrfmiddlewaretoken": "x" * 64})
    assert answer.status_code == 403
    action, fields = _stored_form(flat(answer.content))
    assert action == path
    typed = {name: value if isinstance(value, list) else [str(value)] for name, value in sent.items()}
    assert {name: fields.get(name, []) for name in typed} == typed
    return _post(client, action, fields)


@pytest.fixture
def careful(roland: User) -> Client:
    """Return Roland's browser, and a site that checks tokens as it does outside tests."""
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
    deck = create_deck(owner=owner, contents=DeckContents(deck=DeckList(name="Moonrise"), visibility="private"))
    path = f"/decks/{deck.key}/write/"
    text = "Deck: Moonrise Storm\nLeader: Vulca 01\n1 Vulca 03\n"
    answer = _post(client, path, {"text": text, "version": str(deck.version), "pool": "", "save": "1"})
    assert answer.status_code == 404
    assert _stored_form(flat(answer.content))[1]["text"] == [text]
    assert "/accounts/login/?next=/again/" in answer.content.decode()

    entered = _post(client, "/accounts/login/?next=/again/", {"login": "Roland", "password": PASSWORD})
    assert entered["Location"] == "/again/"
    action, fields = _stored_form(flat(client.get("/again/").content))
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
        ("/drafts/abc/pick/", None, 405, "This page only accepts forms sent from this site."),
        ("/nowhere/", None, 404, "Find a card"),
        ("/cards/keeping/upload/", None, 0, ""),
        ("/decks/check/", {"text": "x" * 1_100_000}, 413, "That’s too large"),
    ],
)
def test_each_refusal_says_what_to_do_next(
    path: str, sent: dict[str, str] | None, status: int, said: str, client: Client, db: None
) -> None:
    answer = client.get(path) if sent is None else client.post(path, sent)
    if status:
        assert answer.status_code == status
        assert said in answer.content.decode()
        assert "Home" in answer.content.decode()
    if status == 405:
        assert "POST" in answer["Allow"]


# Forms that answer, delete, end, give away or share: nobody may do that by "Send it again" alone.
ACTS = {
    "cards": "delete_search keeping_apply keeping_revert",
    "decks": "delete delete_pool editors leave_editing leave_shelf stop_search stop_strength",
    "drafts": "abort compare delete_list hand_in hand_over leave open_log send_away share take_back",
    "matches": "event_do_decide event_do_drop event_do_finish event_do_take_back event_do_unpair event_do_unpaste"
    " event_helper_remove event_helpers_renew forgive group_hand_over group_invitation"
    " group_leave member_organiser member_remove my_calendar_renew season_forget undo",
    "online": "cancel claim delete_note draw finish hands resign show_hand",
    "reports": "decide",
    "oauth2_provider": "authorize",
    "": "leave",
}
# Words in the name of an address that suggest such an action; exceptions are listed here.
TELLING = re.compile(
    "delete|remove|leave|abort|cancel|claim|hand_over|resign|share|forget|revoke|organiser|authorize|finish|decide|editors"
)
HARMLESS = {"drafts:shared"}


def _addresses(patterns: Any, prefix: str = "", space: str = "") -> Iterator[tuple[str, str]]:
    for pattern in patterns:
        route = prefix + str(pattern.pattern)
        if hasattr(pattern, "url_patterns"):
            own = f"{pattern.namespace}:" if pattern.namespace else ""
            yield from _addresses(pattern.url_patterns, route, space + own)
        elif pattern.name:
            yield space + pattern.name, "/" + re.sub("<[^>]+>", "1", route)


def test_an_act_that_a_page_asks_about_is_never_kept(rf: RequestFactory) -> None:
    acts = {f"{space}:{name}" if space else name for space, names in ACTS.items() for name in names.split()}
    every = {name: path for name, path in _addresses(get_resolver().url_patterns) if not name.startswith("admin:")}
    never = ("/accounts/", "/api/", "/oauth/")
    telling = {name for name, path in every.items() if TELLING.search(name) and not path.startswith(never)}
    assert telling - HARMLESS <= acts, "say whether these may be sent again by one tap"
    for name in acts:
        request = rf.post(every[name], {"allow": "on"}, headers={"Origin": HERE})
        assert submitted_form_of(request) is None, name
    assert submitted_form_of(rf.post(every["decks:create"], {"name": "x"}, headers={"Origin": HERE})) is not None


def test_consent_is_asked_again_where_somebody_else_has_logged_in(elinor: User, careful: Client) -> None:
    question = {"client_id": "x", "redirect_uri": "https://bot.example/", "allow": "on", "scope": "read decks"}
    careful.get("/")
    careful.force_login(elinor)
    answer = _post(careful, "/oauth/authorize/", question | {"csrfmiddlewaretoken": "x" * 64})
    assert answer.status_code == 403
    assert "Send again" not in answer.text and "bot.example" not in answer.text


def test_who_is_logged_in_is_named_before_a_form_is_sent_again(roland: User, careful: Client) -> None:
    answer = _post(careful, reverse("matches:create"), {"name_a": "Roland", "csrfmiddlewaretoken": "x" * 64})
    assert f"You’re logged in as <b>{roland.username}</b>." in flat(answer.content)
