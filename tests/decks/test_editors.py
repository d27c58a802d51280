"""Building a deck together: works, others, removed editors, the secret link, and two people at once."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries, DjangoCaptureOnCommitCallbacks

from accounts.models import Person, User
from accounts.push import outbox
from cards.core.facts import Catalogue
from common.errors import Conflict, Missing
from decks.deck import services
from decks.editors import services as editors_services
from decks.models import Deck, DeckEditor, EditingLink
from tests.decks.rows import draft_deck, drafted_pool, person_of_user, terrah_deck
from tests.html import flat

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


@pytest.fixture
def row(roland: User, facts: Catalogue) -> Deck:
    return terrah_deck(roland, facts)


@pytest.fixture
def shared(row: Deck, roland: User, elinor: User) -> Deck:
    """Return a deck that Elinor edits."""
    editors_services.add_editor(key=row.key, person=person_of_user(roland), name=elinor.username)
    return row


def url(row: Deck, page: str) -> str:
    return f"/decks/{row.key}/{page}/"


def put(client: Client, row: Deck, code: str, present: str = "1", version: str = "") -> Any:
    said = {"tap": f"{present} {code}", "version": version}
    return client.post(url(row, "cards"), said, headers=HTMX)


def settings_of(client: Client, row: Deck) -> dict[str, str]:
    """Return the settings form as a page shows it."""
    form = client.get(url(row, "settings")).context["form"]
    return {name: "" if form.initial.get(name) in (None, False) else str(form.initial[name]) for name in form.fields}


def secret_of(row: Deck, owner: User) -> str:
    return str(editors_services.create_editing_link(key=row.key, person=person_of_user(owner)).secret)


def test_a_link_for_editing_cannot_be_guessed(row: Deck, roland: User) -> None:
    secret = secret_of(row, roland)
    EditingLink.objects.all().delete()
    assert re.fullmatch(r"[A-Za-z0-9_-]+", secret) and len(secret) * 6 >= 190  # bits: 64 letters, 6 bits each
    assert secret != secret_of(row, roland)


def test_who_follows_the_secret_link_edits_without_an_account(
    row: Deck, roland: User, roland_client: Client, client: Client
) -> None:
    roland_client.post(url(row, "editors"), {"act": "open"})
    link = re.search(r'value="http://testserver(/decks/together/[^"]+)"', _page(roland_client, row))
    assert link is not None
    assert "Roland" in client.get(link[1]).content.decode()
    assert put(client, row, "Vulca 10").status_code == 403
    assert client.post(link[1])["Location"] == url(row, "edit")
    assert put(client, row, "Vulca 10").status_code == 200
    assert row.changes.latest("version").person == DeckEditor.objects.get(deck=row).person
    assert client.get(link[1])["Location"] == url(row, "edit")
    assert roland_client.get(link[1])["Location"] == url(row, "editors")


def _page(client: Client, row: Deck) -> str:
    return flat(client.get(url(row, "editors")).content)


def test_a_member_who_is_named_edits_everything_that_is_in_the_deck(shared: Deck, elinor_client: Client) -> None:
    assert "/edit/" in elinor_client.get(shared.get_absolute_url()).content.decode()
    assert put(elinor_client, shared, "Vulca 10").status_code == 200
    said = settings_of(elinor_client, shared) | {"name": "Ours", "notes": "Together", "version": "2"}
    assert elinor_client.post(url(shared, "settings"), said).status_code == 302
    assert elinor_client.post(url(shared, "maybe"), {"tap": "1 Sear"}).status_code == 302
    assert elinor_client.post(url(shared, "step/undo")).status_code == 302
    shared.refresh_from_db()
    assert (shared.name, shared.notes, shared.version) == ("Ours", "Together", 5)
    page = elinor_client.get(url(shared, "history")).content.decode()
    assert "Elinor" in page
    assert "Roland" in page


@pytest.mark.parametrize("page", ["editors", "delete", "built"])
def test_an_editor_does_not_decide_about_the_deck(shared: Deck, elinor_client: Client, page: str) -> None:
    assert elinor_client.post(url(shared, page), {"act": "open", "built": "1"}).status_code == 403
    assert Deck.objects.filter(key=shared.key, built=False).exists()
    assert not EditingLink.objects.exists()


def test_an_editor_publishes_nothing_by_any_way(shared: Deck, elinor: User, elinor_client: Client) -> None:
    said = settings_of(elinor_client, shared)
    assert "visibility" not in said
    elinor_client.post(url(shared, "settings"), said | {"visibility": "public", "name": "New"})
    text = {"text": "Name: Newer\nTerrah 05", "version": "2", "save": "1"}
    assert elinor_client.post(url(shared, "write"), text).status_code == 302
    body = {"version": 3, "visibility": "public", "text": "Name: Newest"}
    answer = elinor_client.patch(f"/api/v1/decks/{shared.key}/", body, content_type="application/json")
    assert answer.json()["name"] == "Newest"
    shared.refresh_from_db()
    assert (shared.visibility, shared.version) == ("link", 4)


def test_a_private_deck_is_there_for_its_editors_alone(
    roland: User, elinor: User, elinor_client: Client, stranger_client: Client, facts: Catalogue
) -> None:
    private = terrah_deck(roland, facts, visibility="private")
    editors_services.add_editor(key=private.key, person=person_of_user(roland), name="elinor")
    assert elinor_client.get(private.get_absolute_url()).status_code == 200
    assert put(elinor_client, private, "Vulca 10").status_code == 200
    assert private.name in elinor_client.get("/decks/").content.decode()
    assert stranger_client.get(private.get_absolute_url()).status_code == 404
    assert put(stranger_client, private, "Vulca 10").status_code == 404


@pytest.mark.parametrize("page", ["edit", "history", "help", "write", "editors"])
def test_strangers_and_the_nameless_edit_nothing(
    shared: Deck, stranger_client: Client, client: Client, page: str
) -> None:
    for other in (stranger_client, client):
        assert other.get(url(shared, page)).status_code == 403
        assert put(other, shared, "Vulca 10").status_code == 403
    assert shared.changes.count() == 1


def test_a_former_editor_is_a_stranger_again(
    shared: Deck, roland: User, roland_client: Client, elinor_client: Client
) -> None:
    put(elinor_client, shared, "Vulca 10")
    key = DeckEditor.objects.get(deck=shared).key
    assert roland_client.post(url(shared, "editors"), {"act": "remove", "editor": key}).status_code == 302
    assert put(elinor_client, shared, "Vulca 11").status_code == 403
    assert elinor_client.get(url(shared, "edit")).status_code == 403
    assert "Elinor" in roland_client.get(url(shared, "history")).content.decode()


def test_an_editor_leaves_by_himself(shared: Deck, elinor_client: Client) -> None:
    assert elinor_client.post(url(shared, "editors/leave"))["Location"] == "/decks/"
    assert put(elinor_client, shared, "Vulca 10").status_code == 403
    assert elinor_client.post(url(shared, "editors/leave")).status_code == 404


def test_a_link_that_was_taken_back_or_replaced_lets_nobody_in(row: Deck, roland: User, elinor_client: Client) -> None:
    old = secret_of(row, roland)
    new = secret_of(row, roland)
    assert old != new
    assert elinor_client.post(f"/decks/together/{old}/").status_code == 404
    editors_services.delete_editing_link(key=row.key, person=person_of_user(roland))
    assert elinor_client.get(f"/decks/together/{new}/").status_code == 404
    assert elinor_client.post(f"/decks/together/{new}/").status_code == 404
    assert not DeckEditor.objects.exists()


def test_the_secret_is_on_the_owners_page_and_nowhere_else(
    shared: Deck, roland: User, roland_client: Client, elinor_client: Client, stranger_client: Client
) -> None:
    secret = secret_of(shared, roland)
    Deck.objects.filter(pk=shared.pk).update(visibility="public")
    assert secret in _page(roland_client, shared)
    pages = ["", "edit/", "history/", "know/", "help/", "write/", "text/", "export/json/", "export/share/", "qr.svg"]
    addresses = [f"{shared.get_absolute_url()}{page}" for page in pages]
    addresses += ["/decks/", "/cards/", f"/api/v1/decks/{shared.key}/", f"/api/v1/decks/{shared.key}/history/"]
    for visitor in (elinor_client, stranger_client):
        for address in addresses:
            assert secret.encode() not in visitor.get(address).content, address
    assert all(secret.encode() not in roland_client.get(address).content for address in addresses)


def test_a_deck_of_private_picks_is_built_alone(
    roland: User, roland_client: Client, elinor: User, elinor_client: Client, facts: Catalogue
) -> None:
    drafted = draft_deck(roland, drafted_pool(roland, facts), 30)
    answer = roland_client.post(url(drafted, "editors"), {"act": "add", "name": "Elinor"})
    assert answer.status_code == 400
    assert "This deck is built from picks that only you can see, so no one else can edit it." in answer.content.decode()
    row = terrah_deck(roland, facts)
    editors_services.add_editor(key=row.key, person=person_of_user(roland), name="Elinor")
    Deck.objects.filter(pk=row.pk).update(pool=drafted.pool)
    assert elinor_client.get(url(row, "edit")).status_code == 403


@pytest.mark.parametrize(
    ("said", "status", "words"),
    [
        ({"act": "add", "name": "Nobody at all"}, 404, "No member is called “Nobody at all”"),
        ({"act": "add", "name": "roland"}, 409, "You’re the owner, so you can already do everything editors can."),
        ({"act": "remove", "editor": "nobody"}, 404, "That person isn’t an editor of this deck."),
        ({"act": "burn"}, 400, "Unknown action."),
        ({}, 400, "Unknown action."),
    ],
)
def test_wrong_input_is_said_on_the_page(
    row: Deck, roland_client: Client, said: dict[str, str], status: int, words: str
) -> None:
    answer = roland_client.post(url(row, "editors"), said)
    assert answer.status_code == status
    assert words in answer.content.decode()


def test_a_deck_has_so_many_editors_and_no_more(row: Deck, roland: User) -> None:
    secret = secret_of(row, roland)
    for number in range(editors_services.MAX_EDITORS):
        editors_services.join_by_editing_link(secret=secret, person=Person.objects.create(nickname=f"player {number}"))
    with pytest.raises(Conflict, match="at most 20"):
        editors_services.join_by_editing_link(secret=secret, person=Person.objects.create(nickname="one more"))


def test_joining_twice_is_as_good_as_once_and_the_owner_needs_none(row: Deck, roland: User, elinor: User) -> None:
    secret = secret_of(row, roland)
    for _ in range(2):
        editors_services.join_by_editing_link(secret=secret, person=person_of_user(elinor))
    editors_services.join_by_editing_link(secret=secret, person=person_of_user(roland))
    assert DeckEditor.objects.count() == 1


def test_two_people_who_tap_at_once_lose_nothing_and_hear_of_each_other(
    shared: Deck, roland_client: Client, elinor_client: Client
) -> None:
    assert 'id="built"' not in put(roland_client, shared, "Vulca 10", version="1").content.decode()
    behind = put(elinor_client, shared, "Vulca 11", version="1")
    assert behind.headers["HX-Trigger-After-Settle"]
    assert set(shared.cards.values_list("code", flat=True)) >= {"Vulca 10", "Vulca 11"}
    asked = HTMX | {"HX-Target": "built"}
    heard = roland_client.get(url(shared, "edit"), headers=asked).content.decode()
    assert "Elinor has changed this deck." in heard
    assert 'id="line-vulca-11"' in heard
    own = elinor_client.get(url(shared, "edit"), headers=asked).content.decode()
    assert "has changed this deck" not in own


def test_two_people_who_change_settings_are_merged_or_given_the_choice(
    shared: Deck, roland_client: Client, elinor_client: Client
) -> None:
    first, second = settings_of(roland_client, shared), settings_of(elinor_client, shared)
    roland_client.post(url(shared, "settings"), first | {"name": "First", "match": "on"})
    assert elinor_client.post(url(shared, "settings"), second | {"notes": "Second"}).status_code == 302
    shared.refresh_from_db()
    assert (shared.name, shared.match, shared.notes) == ("First", True, "Second")
    clash = elinor_client.post(url(shared, "settings"), second | {"name": "Second"})
    assert clash.status_code == 409
    assert "It’s now “First”." in clash.content.decode()
    shared.refresh_from_db()
    assert shared.name == "First"
    kept = elinor_client.post(url(shared, "settings"), second | {"name": "Second", "version": "3"})
    assert kept.status_code == 302


def test_whoever_was_removed_between_looking_and_saving_saves_nothing(shared: Deck, roland: User, elinor: User) -> None:
    editors_services.remove_editor(
        key=shared.key, person=person_of_user(roland), editor=DeckEditor.objects.get(deck=shared).key
    )
    Deck.objects.filter(pk=shared.pk).update(visibility="private")
    with pytest.raises(Missing):
        services.put_card(key=shared.key, who=elinor, code="Vulca 10", present=True)
    assert shared.changes.count() == 1


def test_a_tap_of_an_editor_needs_few_queries_too(
    shared: Deck, elinor_client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    put(elinor_client, shared, "Vulca 11", version="1")
    with django_assert_max_num_queries(8):
        answer = put(elinor_client, shared, "Vulca 10", version="2")
    assert len(answer.content) < 15_000


def test_the_page_of_editors_needs_few_queries(
    shared: Deck, roland: User, roland_client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    secret_of(shared, roland)
    with django_assert_max_num_queries(8):
        assert "Elinor" in _page(roland_client, shared)


def test_an_invitation_is_accepted_by_posting(row: Deck, roland: User, client: Client) -> None:
    address = f"/decks/together/{secret_of(row, roland)}/"
    assert client.put(address).status_code == 405
    assert client.get(url(row, "editors/leave")).status_code == 405
    client.get(address)
    assert not DeckEditor.objects.exists()


def test_the_others_are_notified_of_the_first_change_within_an_hour(
    shared: Deck,
    roland: User,
    elinor: User,
    elinor_client: Client,
    roland_client: Client,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    told: list[Any] = []
    monkeypatch.setattr(outbox.queue_push, "delay", lambda people, kind, **more: told.append((people, kind, more)))
    with django_capture_on_commit_callbacks(execute=True):
        put(elinor_client, shared, "Vulca 10")
        put(elinor_client, shared, "Vulca 11")
    about = {"path": shared.get_absolute_url(), "tag": f"deck-{shared.key}", "about": ""}
    assert told == [([person_of_user(roland).pk], "deck", about)]
    with django_capture_on_commit_callbacks(execute=True):
        put(roland_client, shared, "Vulca 12")
    assert told[1:] == [([person_of_user(elinor).pk], "deck", about)]
