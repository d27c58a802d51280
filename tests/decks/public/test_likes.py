"""Likes, one per member, and the page of an author."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import Person, User
from accounts.personal_data import DeletionOptions
from cards.core.facts import Catalogue
from decks import personal_data
from decks.models import Deck, DeckAuthor, DeckLike, DeckListing
from tests.decks.public.rows import public_deck
from tests.decks.rows import person_of_user, terrah_deck
from tests.html import flat

pytestmark = pytest.mark.django_db


@pytest.fixture
def row(roland: User, facts: Catalogue) -> Deck:
    return public_deck(roland, facts, name="Quakes")


def _likes(row: Deck) -> int:
    return DeckListing.objects.get(deck=row).likes


def test_a_member_likes_a_deck_once_and_takes_it_back(row: Deck, elinor_client: Client) -> None:
    for _twice in range(2):
        elinor_client.post(f"/decks/{row.key}/like/", {"liked": "1"})
    assert _likes(row) == 1
    assert "Liked" in flat(elinor_client.get(f"/decks/{row.key}/").content)
    elinor_client.post(f"/decks/{row.key}/like/", {"liked": "0"})
    assert _likes(row) == 0


def test_a_visitor_is_sent_to_log_in_and_back(row: Deck, client: Client) -> None:
    answer = client.post(f"/decks/{row.key}/like/", {"liked": "1"})
    assert answer.headers["Location"] == f"/accounts/login/?next=/decks/{row.key}/"


def test_nobody_likes_their_own_deck_nor_one_that_is_not_public(
    row: Deck, roland: User, roland_client: Client, elinor_client: Client, facts: Catalogue
) -> None:
    page = roland_client.post(f"/decks/{row.key}/like/", {"liked": "1"}, follow=True)
    assert "You can’t like your own deck." in flat(page.content)
    shy = terrah_deck(roland, facts)
    elinor_client.post(f"/decks/{shy.key}/like/", {"liked": "1"})
    assert not DeckLike.objects.exists()


def test_an_author_has_a_page_without_their_account_name(row: Deck, roland: User, client: Client) -> None:
    Person.objects.filter(user=roland).update(nickname="The Earthshaker")
    key = DeckAuthor.objects.get().key
    page = flat(client.get(f"/decks/by/{key}/").content)
    assert "Decks by The Earthshaker" in page
    assert "Quakes" in page
    assert "Roland" not in page
    Deck.objects.update(visibility="link")
    assert client.get(f"/decks/by/{key}/").status_code == 404


def test_who_leaves_takes_likes_and_page_along(row: Deck, roland: User, elinor: User, elinor_client: Client) -> None:
    elinor_client.post(f"/decks/{row.key}/like/", {"liked": "1"})
    for user in (elinor, roland):
        personal_data.delete_data(person_of_user(user), DeletionOptions())
    assert _likes(row) == 0
    assert not DeckAuthor.objects.exists()
