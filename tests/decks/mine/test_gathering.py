"""Boxes: which decks can be built, and what to take from which box."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from cards.core.facts import Catalogue, People
from decks.collection.services import set_boxes
from decks.core.collection import cards_to_pull
from tests.decks.example_decks import published
from tests.decks.rows import person_of_user, terrah_deck


def test_cards_are_taken_from_their_boxes_and_the_rest_is_lacking(facts: Catalogue) -> None:
    codes = [*published(facts, People.TERRAH)[:3], "Vulca 01", "Vulca 01", "Terrah 00", "Nobody 09"]
    found = cards_to_pull(codes, {"T": 1, "V": 1}, facts)
    assert {mark: sum(copies for _card, copies in lines) for mark, lines in found.boxes.items()} == {"T": 4, "V": 1}
    assert [(card.code, copies) for card, copies in found.lacking] == [("Vulca 01", 1)] and found.missing_count == 1
    assert cards_to_pull(codes, {"T": 1}, facts).missing_count == 2
    assert cards_to_pull(codes, {}, facts).missing_count == 0


@pytest.mark.django_db
def test_the_shelf_says_what_can_be_built_and_the_list_what_to_take(
    roland: User, elinor: User, roland_client: Client, elinor_client: Client, db_catalogue: Catalogue
) -> None:
    row = terrah_deck(elinor, db_catalogue, visibility="public")
    assert "What can I build?" not in roland_client.get("/decks/shelf/").content.decode()
    set_boxes(person=person_of_user(roland), boxes={"V": 1})
    assert row.name not in roland_client.get("/decks/shelf/").content.decode()
    assert "Not in your collection" in roland_client.get(f"/decks/{row.key}/gather/").content.decode()
    set_boxes(person=person_of_user(roland), boxes={"T": 1})
    shelf = roland_client.get("/decks/shelf/").content.decode()
    assert row.name in shelf and "you have every card" in shelf
    page = roland_client.get(f"/decks/{row.key}/gather/").content.decode()
    assert page.count('type="checkbox"') == 31 and "Not in your collection" not in page
    assert "Add the boxes you own" in elinor_client.get(f"/decks/{row.key}/gather/").content.decode()
