"""Card pages name the public decks that hold the card, and no others."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import Person, User
from decks.models import Deck, DeckCard

pytestmark = pytest.mark.django_db


def deck(owner: User, name: str, visibility: str) -> Deck:
    person, _ = Person.objects.get_or_create(user=owner)
    row = Deck.objects.create(owner=person, name=name, visibility=visibility, leader="Terrah 00")
    DeckCard.objects.create(deck=row, code="Vulca 03", position=0)
    return row


def test_a_card_page_names_only_public_decks(client: Client, roland: User) -> None:
    deck(roland, "Everybody's fire", "public")
    deck(roland, "Linked fire", "link")
    deck(roland, "Secret fire", "private")
    for url in ("/cards/vulca-03/", "/cards/terrah-00/"):
        page = client.get(url).content.decode()
        assert "Everybody&#x27;s fire" in page
        assert "Linked fire" not in page
        assert "Secret fire" not in page
    assert "Everybody" not in client.get("/cards/vulca-04/").content.decode()
