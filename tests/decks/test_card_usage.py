"""Card pages list the public decks with the card, and no others."""

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


def test_a_card_goes_into_a_new_deck_or_one_of_the_readers_own(roland_client: Client, roland: User) -> None:
    own = deck(roland, "Burn it down", "private")
    page = roland_client.get("/decks/new/?card=flit-13").content.decode()
    assert "Add Mad Mike Magpie to a deck" in page and f"/decks/{own.key}/cards/" in page
    roland_client.post(f"/decks/{own.key}/cards/", {"tap": "1 Flit 13"})
    assert own.cards.filter(code="Flit 13").exists()
    begun = {"people": "Vulca", "start": "leader", "format": "custom"}
    roland_client.post("/decks/new/?card=flit-13", begun)
    roland_client.post("/decks/new/?card=coc-doppelganger", {"game": "cthulhu"})
    held = [list(row.cards.values_list("code", flat=True)) for row in Deck.objects.exclude(pk=own.pk).order_by("pk")]
    assert "Flit 13" in held[0] and len(held[1]) == 1
