"""The page of an author: all that they made public, and nothing else of theirs."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from cards.core.facts import Catalogue, People
from decks.models import Deck, DeckAuthor, DeckListing
from decks.public.queries import author_summary
from matches.models import Event
from tests.decks.public.rows import public_deck
from tests.decks.rows import person_of_user
from tests.html import flat


@pytest.fixture
def row(roland: User, db_catalogue: Catalogue) -> Deck:
    row = public_deck(roland, db_catalogue, name="Quakes")
    DeckListing.objects.update(games=7, wins=4, likes=2)
    return row


def _page(client: Client) -> str:
    return flat(client.get(DeckAuthor.objects.get().get_absolute_url()).content)


def _event(owner: User, name: str, **more: object) -> Event:
    row = {"listed": True, "first_day": timezone.localdate() + timedelta(days=4)} | more
    return Event.objects.create(owner=person_of_user(owner), name=name, **row)


def test_decks_games_peoples_and_listed_events_are_shown(client: Client, row: Deck, roland: User) -> None:
    _event(roland, "Saturday Open")
    page = _page(client)
    for shown in ("Quakes", "4 of 7 games won", "2 likes", "Favourite peoples", "Terrah 1", "Saturday Open"):
        assert shown in page


@pytest.mark.parametrize("visibility", ["private", "link"])
def test_a_deck_that_is_not_public_counts_nowhere(
    client: Client, row: Deck, roland: User, db_catalogue: Catalogue, visibility: str
) -> None:
    before = _page(client)
    secret = public_deck(roland, db_catalogue, People.VULCA, name="Secret fire")
    DeckListing.objects.filter(deck=secret).update(games=50, wins=50, likes=9)
    Deck.objects.filter(pk=secret.pk).update(visibility=visibility)
    assert _page(client) == before
    assert author_summary(row.owner).peoples == (("Terrah", 1),)


def test_events_that_are_not_listed_or_hidden_or_another_s_are_shown_nowhere(
    client: Client, row: Deck, roland: User, elinor: User
) -> None:
    before = _page(client)
    _event(roland, "Evening at home", listed=False)
    _event(roland, "Hidden Open", hidden=timezone.now())
    _event(elinor, "Open of Elinor")
    assert _page(client) == before


def test_new_leads_to_the_page_of_a_deck_s_author(client: Client, row: Deck) -> None:
    assert DeckAuthor.objects.get().get_absolute_url() in client.get("/new/").content.decode()


def test_the_page_takes_few_queries(
    client: Client,
    row: Deck,
    roland: User,
    db_catalogue: Catalogue,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    for people in (People.VULCA, People.HOAX):
        public_deck(roland, db_catalogue, people)
    _page(client)
    address = row.owner.deck_author.get_absolute_url()
    with django_assert_max_num_queries(7):
        client.get(address)
