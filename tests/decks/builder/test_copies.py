"""The builder with several copies of a card: decks of Call of Cthulhu, and declared formats."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from cards.core.facts import Catalogue, People
from decks.core.legality import DeckList, Entry, HouseRules
from decks.deck.services import DeckContents, create_deck
from decks.models import Deck
from tests.decks.example_decks import own
from tests.decks.rows import person_of_user

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


@pytest.fixture
def coc(db_catalogue: Catalogue, roland_client: Client) -> Deck:
    """Create a deck of Call of Cthulhu on the page."""
    answer = roland_client.post("/decks/new/", {"game": "cthulhu"})
    return Deck.objects.get(key=answer["Location"].split("/")[2])


def tap(client: Client, row: Deck, code: str, present: str) -> Any:
    row.refresh_from_db()
    said = {"tap": f"{present} {code}", "version": str(row.version)}
    return client.post(f"/decks/{row.key}/cards/", said, headers=HTMX)


def copies(row: Deck) -> dict[str, int]:
    return dict(row.cards.values_list("code", "copies"))


def test_a_deck_of_call_of_cthulhu_is_built_beside_its_own_catalogue(coc: Deck, roland_client: Client) -> None:
    page = roland_client.get(f"/decks/{coc.key}/edit/", {"q": "museum curator"}).content.decode()
    assert "CoC Museum Curator" in page
    for word in ('name="faction"', "Hastur", "Conspiracies", "minimum 50"):
        assert word in page
    for word in ('name="people"', "First, choose a leader", "Suggest changes", "moons"):
        assert word not in page
    shown = roland_client.get(f"/decks/{coc.key}/edit/", {"faction": "Hastur"}).content.decode()
    assert "Hastur" in shown
    assert "CoC Museum Curator" not in re.findall(r'name="tap" value="1 ([^"]+)"', shown)


def test_taps_count_copies_and_the_games_own_rules_answer(coc: Deck, roland_client: Client) -> None:
    assert "line-coc-museum-curator" in tap(roland_client, coc, "CoC Museum Curator", "1").content.decode()
    more = tap(roland_client, coc, "CoC Museum Curator", "=2").content.decode()
    assert 'hx-swap-oob="true"' in more
    assert "2×" in more
    assert copies(coc) == {"CoC Museum Curator": 2}
    again = tap(roland_client, coc, "CoC Museum Curator", "=2")
    assert again.status_code == 200
    page = tap(roland_client, coc, "CoC Museum Curator", "=4").content.decode()
    assert "COC-02" in page
    assert "COC-01" in page
    tap(roland_client, coc, "CoC Museum Curator", "=1")
    assert copies(coc) == {"CoC Museum Curator": 1}
    tap(roland_client, coc, "CoC Museum Curator", "0")
    assert copies(coc) == {}


def test_its_settings_are_those_of_the_game(coc: Deck, roland_client: Client) -> None:
    form = roland_client.get(f"/decks/{coc.key}/settings/").context["form"]
    assert set(form.fields) == {"name", "format", "list_version", "strict", "visibility", "tags", "notes", "version"}
    said = {
        "name": "Dark",
        "format": "tournament",
        "list_version": "4.2",
        "visibility": "link",
        "version": "1",
        "strict": "on",
    }
    assert roland_client.post(f"/decks/{coc.key}/settings/", said).status_code == 302
    coc.refresh_from_db()
    assert (coc.game, coc.format, coc.options) == ("cthulhu", "tournament", {"list": "4.2", "play": "strict"})
    wrong = roland_client.post(f"/decks/{coc.key}/settings/", said | {"list_version": "<4>", "version": "2"})
    assert wrong.status_code == 400


def test_a_tap_on_a_deck_of_call_of_cthulhu_is_small_too(
    coc: Deck, roland_client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    tap(roland_client, coc, "CoC Museum Curator", "1")
    coc.refresh_from_db()
    said = {"tap": "=3 CoC Museum Curator", "version": str(coc.version)}
    with django_assert_max_num_queries(8):
        answer = roland_client.post(f"/decks/{coc.key}/cards/", said, headers=HTMX)
    assert len(answer.content) < 15_000


def test_a_declared_format_with_copies_counts_them_in_the_builder(
    roland: User, roland_client: Client, facts: Catalogue, db_catalogue: Catalogue
) -> None:
    house = HouseRules("k3j9x2m4p5q6", "Two of each", copies=2)
    cards = tuple(Entry(code) for code in own(facts, People.VULCA, 10))
    deck = DeckList(leaders=("Vulca 00",), entries=cards, house=house)
    row = create_deck(owner=person_of_user(roland), contents=DeckContents(deck=deck))
    page = roland_client.get(f"/decks/{row.key}/edit/").content.decode()
    assert page.count("Add another") == 10
    answer = tap(roland_client, row, "Vulca 01", "=2").content.decode()
    assert "Add another" not in answer.split('id="count-')[0]
    assert copies(row)["Vulca 01"] == 2


@pytest.mark.parametrize("asked", ["=100", "=x", "=-1", "=", "2", "yes"])
def test_a_number_that_is_none_takes_the_card_out_at_most(coc: Deck, roland_client: Client, asked: str) -> None:
    tap(roland_client, coc, "CoC Museum Curator", "1")
    assert tap(roland_client, coc, "CoC Museum Curator", asked).status_code == 200
    assert set(copies(coc).values()) <= {1}
