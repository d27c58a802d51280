"""The choice of two decks to compare."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from cards.core.facts import Catalogue
from decks.models import Deck
from tests.decks.rows import terrah_deck
from tests.html import flat

pytestmark = pytest.mark.django_db


def test_a_deck_alone_in_its_game_is_not_offered_first(elinor: User, facts: Catalogue, client: Client) -> None:
    alone = terrah_deck(elinor, facts, visibility="public", name="Alone in Arkham")
    assert "Alone in Arkham" in flat(client.get("/decks/compare/").content)
    Deck.objects.update(game="cthulhu", leader="")
    page = flat(client.get("/decks/compare/").content)
    assert "Alone in Arkham" not in page and "Preconstructed decks" in page
    page = flat(client.get("/decks/compare/", {"a": alone.key}).content)
    assert "There’s no other deck of this game here yet." in page and "<details open>" in page


def test_either_of_two_decks_is_changed_for_another(roland: User, facts: Catalogue, client: Client) -> None:
    row = terrah_deck(roland, facts)
    page = flat(client.get("/decks/compare/", {"a": row.key, "b": "vulca"}).content)
    assert 'href="/decks/compare/?b=Vulca"' in page and f'href="/decks/compare/?a={row.key}"' in page
    page = flat(client.get("/decks/compare/", {"b": row.key}).content)
    assert "Compare Nights of Terrah with …" in page and f'name="b" value="{row.key}"' in page and 'name="a"' in page
