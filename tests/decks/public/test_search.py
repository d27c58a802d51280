"""Finding public decks: each filter, each sort order, pages, who is listed, and the cost."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from cards.core.facts import Catalogue, People
from decks.deck.listing import renew_listings
from decks.deck.services import copy_deck, put_card
from decks.models import Deck, DeckListing
from decks.public.queries import PAGE_SIZE, DeckSearch, PublicDeckOrder, search_public_decks
from tests.decks.public.rows import public_deck
from tests.decks.rows import person_of_user, terrah_deck
from tests.html import flat

pytestmark = pytest.mark.django_db


def _names(**asked: object) -> list[str]:
    return [row.name for row in search_public_decks(DeckSearch(**asked))]  # type: ignore[arg-type]


@pytest.fixture
def decks(roland: User, elinor: User, facts: Catalogue) -> tuple[Deck, Deck]:
    terrah = public_deck(roland, facts, name="Quakes", notes="Slow and **heavy**: übermächtig.")
    Deck.objects.filter(pk=terrah.pk).update(tags=["slow", "öl & fire"], version=2)
    vulca = public_deck(elinor, facts, People.VULCA, name="Embers", moons=4)
    terrah_deck(elinor, facts, name="Hidden")
    renew_listings()
    return terrah, vulca


@pytest.mark.parametrize(
    ("asked", "names"),
    [
        ({}, ["Embers", "Quakes"]),
        ({"words": "quake"}, ["Quakes"]),
        ({"words": "Übermächtig slow"}, ["Quakes"]),
        ({"words": "quakes embers"}, []),
        ({"words": "100%"}, []),
        ({"cards": ("Terrah 01",)}, ["Quakes"]),
        ({"cards": ("Terrah 01", "Vulca 01")}, []),
        ({"people": "Vulca"}, ["Embers"]),
        ({"tag": "SLOW"}, ["Quakes"]),
        ({"tag": "slo"}, []),
        ({"format": "custom"}, ["Embers", "Quakes"]),
        ({"format": "draft"}, []),
        ({"game": "cthulhu"}, []),
        ({"by": "roLA"}, ["Quakes"]),
        ({"moons_min": 5}, ["Quakes"]),
        ({"moons_max": 4}, ["Embers"]),
        ({"moons_min": 4, "moons_max": 4}, ["Embers"]),
        ({"legal": True, "people": "Terrah"}, ["Quakes"]),
    ],
)
def test_each_filter_finds_what_it_says(decks: tuple[Deck, Deck], asked: dict[str, object], names: list[str]) -> None:
    assert _names(**asked) == names


def test_the_orders_are_by_verdict_date_likes_and_the_careful_end_of_the_record(decks: tuple[Deck, Deck]) -> None:
    DeckListing.objects.filter(deck=decks[0]).update(likes=1, rating=0.2)
    assert [_names(order=order)[0] for order in PublicDeckOrder] == ["Quakes", "Embers", "Quakes", "Quakes"]


def test_a_deck_made_private_is_no_longer_found_and_keeps_its_date(decks: tuple[Deck, Deck]) -> None:
    since = DeckListing.objects.get(deck=decks[0]).since
    Deck.objects.filter(pk=decks[0].pk).update(visibility="private")
    assert _names() == ["Embers"]
    Deck.objects.filter(pk=decks[0].pk).update(visibility="public")
    renew_listings()
    assert _names() == ["Embers", "Quakes"]
    assert DeckListing.objects.get(deck=decks[0]).since == since


def test_the_sweep_renews_what_a_tap_left_behind(decks: tuple[Deck, Deck], elinor: User) -> None:
    put_card(key=decks[1].key, who=elinor, code="Vulca 01", present=False)
    assert renew_listings() == 1
    assert renew_listings() == 0
    assert _names(cards=("Vulca 01",)) == []


def test_copies_by_others_are_counted_once_a_person(decks: tuple[Deck, Deck], elinor: User, roland: User) -> None:
    for user in (elinor, elinor, roland):
        copy_deck(source=decks[0], owner=person_of_user(user))
    assert DeckListing.objects.get(deck=decks[0]).copies == 1


def test_the_page_shows_form_tags_and_decks(decks: tuple[Deck, Deck], client: Client) -> None:
    page = flat(client.get("/decks/public/", {"card": "Terrah 01", "sort": "liked"}).content)
    assert "Quakes" in page
    assert "Embers" not in page
    assert '<a class="chip tag" href="/decks/public/?tag=%C3%B6l%20%26%20fire">' in page


def test_an_unknown_card_names_the_nearest_and_keeps_what_was_typed(decks: tuple[Deck, Deck], client: Client) -> None:
    page = flat(client.get("/decks/public/", {"card": "Flash the Incendiery"}).content)
    assert "Did you mean Flash the Incendiary?" in page
    assert 'value="Flash the Incendiery"' in page


@pytest.mark.parametrize("query", ["moons_min=x", "page=99999", "people=Nobody", "format=%00", "q=%00", "sort=x"])
def test_bad_input_is_a_page_all_the_same(decks: tuple[Deck, Deck], client: Client, query: str) -> None:
    assert client.get(f"/decks/public/?{query}").status_code == 200


def test_all_decks_are_there_on_pages_and_cost_the_same(
    roland: User, client: Client, facts: Catalogue, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    first = public_deck(roland, facts)
    rows = Deck.objects.bulk_create(
        Deck(owner=first.owner, name=f"Deck {n}", key=f"bulk{n}", visibility="public") for n in range(2 * PAGE_SIZE)
    )
    made = {"since": timezone.now(), "deck_version": 1, "catalogue": 1, "status": "legal", "size": 30, "words": ""}
    DeckListing.objects.bulk_create(DeckListing(deck=row, **made) for row in rows)
    cache.clear()
    with django_assert_max_num_queries(5):
        page = flat(client.get("/decks/public/?page=3").content)
    assert "Terrah box" in page
    assert "49 decks" in page


def test_the_api_finds_and_says_what_it_cannot_read(decks: tuple[Deck, Deck], client: Client) -> None:
    answer = client.get("/api/v1/decks/public/", {"people": "Vulca", "sort": "record"}).json()
    assert answer["count"] == 1
    first = answer["results"][0]
    assert (first["name"], first["owner"], first["moons"], first["likes"]) == ("Embers", "Elinor", 4, 0)
    by_author = client.get("/api/v1/decks/public/", {"author": first["author"]}).json()
    assert by_author["count"] == 1
    refused = client.get("/api/v1/decks/public/", {"moons_min": "x"})
    assert refused.status_code == 400
    assert refused.json()["error"]["details"][0]["field"] == "moons_min"
