"""Folders of decks: moving several, renaming, removing, pages of many, for members and guests, page and API."""

from __future__ import annotations

import zipfile
from io import BytesIO
from typing import Any

import pytest
from django.test import Client

from accounts.models import Person, User
from cards.core.facts import Catalogue
from decks.mine import services
from decks.mine.queries import PAGE_SIZE
from decks.models import Deck
from tests.decks.rows import person_of_user, terrah_deck
from tests.html import flat

pytestmark = pytest.mark.django_db


def _page(client: Client, **asked: str) -> str:
    return flat(client.get("/decks/", asked).content)


@pytest.fixture
def decks(roland: User, facts: Catalogue) -> list[Deck]:
    return [terrah_deck(roland, facts, name=name) for name in ("Alphabet", "Betony", "Gammon")]


def _patch(client: Client, row: Deck, **fields: Any) -> Any:
    body = {"version": row.version, **fields}
    return client.patch(f"/api/v1/decks/{row.key}/", body, content_type="application/json")


def test_chosen_decks_move_into_a_new_folder_and_the_list_shows_it_alone(
    decks: list[Deck], roland_client: Client
) -> None:
    chosen = [row.key for row in decks[:2]]
    answer = roland_client.post("/decks/move/", {"deck": chosen, "new": " Cup  2026 "}, follow=True)
    assert answer.redirect_chain == [("/decks/?folder=Cup+2026", 302)]
    page = flat(answer.content)
    assert "2 decks moved to “Cup 2026”." in page
    assert [name in page for name in ("Alphabet", "Betony", "Gammon")] == [True, True, False]
    whole = _page(roland_client)
    assert all(name in whole for name in ("Alphabet", "Betony", "Gammon", "Cup 2026"))
    assert "Gammon" in _page(roland_client, folder="")
    assert "Alphabet" not in _page(roland_client, folder="")


def test_moving_changes_no_deck_and_spells_a_folder_as_it_is_there(decks: list[Deck], roland: User) -> None:
    person = person_of_user(roland)
    before = list(Deck.objects.order_by("pk").values_list("version", "updated"))
    services.move_decks(person=person, keys=[decks[0].key], folder="Öl")
    assert services.move_decks(person=person, keys=[decks[1].key], folder="ol") == ("Öl", 1)
    assert list(Deck.objects.order_by("pk").values_list("version", "updated")) == before


def test_a_folder_is_renamed_united_and_removed_and_its_decks_stay(decks: list[Deck], roland_client: Client) -> None:
    for row, name in zip(decks, ("One", "Two", "Two"), strict=True):
        Deck.objects.filter(pk=row.pk).update(folder=name)
    answer = roland_client.post("/decks/folder/", {"name": "One", "to": "two", "do": "rename"})
    assert answer["Location"] == "/decks/?folder=Two"
    answer = roland_client.post("/decks/folder/", {"name": "Two", "to": "TWO", "do": "rename"})
    assert answer["Location"] == "/decks/?folder=TWO"
    assert set(Deck.objects.values_list("folder", flat=True)) == {"TWO"}
    roland_client.post("/decks/folder/", {"name": "TWO", "do": "remove"})
    assert list(Deck.objects.values_list("folder", flat=True)) == [""] * 3


@pytest.mark.parametrize(
    ("path", "asked", "said"),
    [
        ("move", {"new": "X"}, "Select some decks first."),
        ("move", {"deck": ["nothing"], "new": "X"}, "You can only move your own decks. Nothing was moved."),
        ("folder", {"name": "None", "to": "X", "do": "rename"}, "You don’t have a folder with that name."),
        ("folder", {"name": "One", "to": "  ", "do": "rename"}, "A folder needs a name."),
    ],
)
def test_what_cannot_be_done_is_said_and_nothing_moves(
    path: str, asked: dict[str, Any], said: str, decks: list[Deck], roland_client: Client
) -> None:
    Deck.objects.filter(pk=decks[0].pk).update(folder="One")
    assert said in flat(roland_client.post(f"/decks/{path}/", asked, follow=True).content)
    assert sorted(Deck.objects.values_list("folder", flat=True)) == ["", "", "One"]


def test_the_folders_of_others_are_neither_seen_nor_touched(
    decks: list[Deck], elinor: User, elinor_client: Client, facts: Catalogue
) -> None:
    Deck.objects.filter(pk=decks[0].pk).update(folder="Secret plans", visibility="public")
    own = terrah_deck(elinor, facts, name="Own")
    elinor_client.post("/decks/move/", {"deck": [own.key, decks[0].key], "new": "Taken"})
    assert set(Deck.objects.values_list("folder", flat=True)) == {"", "Secret plans"}
    for page in ("/decks/", decks[0].get_absolute_url(), f"/api/v1/decks/{decks[0].key}/"):
        assert b"Secret plans" not in elinor_client.get(page).content


def test_there_is_an_end_of_folders(decks: list[Deck], roland_client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MAX_FOLDERS", 1)
    assert _patch(roland_client, decks[0], folder="A").status_code == 200
    answer = _patch(roland_client, decks[1], folder="B")
    assert answer.json()["error"]["message"] == "You can have up to 1 folders."


def test_a_guest_has_folders_in_their_browser(client: Client) -> None:
    client.post("/decks/new/", {"people": "Aqua", "start": "box", "format": "custom", "name": "You"})
    row = Deck.objects.get()
    assert Person.objects.get().user is None
    client.post("/decks/move/", {"deck": [row.key], "new": "Here"})
    assert "You" in _page(client, folder="Here")


def test_choosing_ticks_the_deck_one_came_from_and_downloads_those_chosen_in_their_folders(
    decks: list[Deck], roland_client: Client
) -> None:
    Deck.objects.filter(pk__in=[decks[0].pk, decks[1].pk]).update(folder="../Cup: 1")
    page = _page(roland_client, choose=decks[1].key)
    assert f'value="{decks[1].key}" form="chosen" aria-label="Select Betony" checked' in page
    assert page.count(" checked") == 1
    answer = roland_client.post("/decks/chosen.zip", {"deck": [decks[0].key, decks[2].key]})
    with zipfile.ZipFile(BytesIO(b"".join(answer))) as held:
        assert sorted(held.namelist()) == ["cup-1/alphabet.txt", "gammon.txt"]
    answer = roland_client.get("/decks/all.zip", {"folder": "../Cup: 1"})
    with zipfile.ZipFile(BytesIO(b"".join(answer))) as held:
        assert sorted(held.namelist()) == ["cup-1/alphabet.txt", "cup-1/betony.txt"]


def test_orders_stand_in_the_address_and_many_decks_come_page_by_page(
    decks: list[Deck], roland: User, roland_client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner = person_of_user(roland)
    Deck.objects.bulk_create(Deck(owner=owner, name=f"Row {number:03}") for number in range(PAGE_SIZE))
    monkeypatch.setattr("decks.mine.views.MAX_DECKS", 50)
    page = _page(roland_client, sort="name")
    assert "You have 63 decks, all listed here page by page." in page
    assert page.index(">Alphabet<") < page.index(">Betony<") < page.index(">Row 000<")
    assert 'href="?sort=name&amp;page=2"' in page
    last = _page(roland_client, sort="name", page="2")
    assert "Row 059" in last
    assert ">Alphabet<" not in last
    assert _page(roland_client, sort="legal").index(">Alphabet<") < _page(roland_client, sort="legal").index(">Row 0")
    for order in ("people", "format", "record", "nonsense"):
        assert roland_client.get("/decks/", {"sort": order, "page": "x"}).status_code == 200


def test_the_api_moves_lists_and_sorts(decks: list[Deck], roland_client: Client, client: Client) -> None:
    for row in decks[1:]:
        assert _patch(roland_client, row, folder="Cup").json()["folder"] == "Cup"
        assert _patch(client, row, folder="Cup").status_code in (401, 403)
    listed = roland_client.get("/api/v1/decks/", {"folder": "Cup", "sort": "name"}).json()
    assert [(deck["name"], deck["folder"]) for deck in listed["results"]] == [("Betony", "Cup"), ("Gammon", "Cup")]
    assert roland_client.get("/api/v1/decks/", {"sort": "colour"}).status_code == 400
