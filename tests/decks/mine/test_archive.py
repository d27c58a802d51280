"""The archive: old decks leave the list and come back unchanged."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from cards.core.facts import Catalogue
from decks.models import Deck
from tests.decks.rows import terrah_deck

pytestmark = pytest.mark.django_db


def test_an_old_deck_is_in_the_archive_alone_and_comes_back(
    roland: User, roland_client: Client, db_catalogue: Catalogue
) -> None:
    old, new = (terrah_deck(roland, db_catalogue, name=name, visibility="private") for name in ("Old", "New"))
    roland_client.post("/decks/archive/", {"deck": [old.key], "archived": "1"})
    listed, archive = (roland_client.get(f"/decks/{asked}").content.decode() for asked in ("", "?archive="))
    assert old.key not in listed and new.key in listed
    assert old.key in archive and new.key not in archive
    assert Deck.objects.get(pk=old.pk).version == old.version
    roland_client.post("/decks/archive/", {"deck": [old.key], "archived": "0"})
    assert old.key in roland_client.get("/decks/").content.decode()


def test_only_ones_own_decks_are_laid_away(
    roland: User, roland_client: Client, elinor_client: Client, db_catalogue: Catalogue
) -> None:
    row = terrah_deck(roland, db_catalogue)
    body = {"archived": True, "version": row.version}
    for visitor, status in ((elinor_client, 403), (roland_client, 200)):
        path = f"/api/v1/decks/{row.key}/"
        assert visitor.patch(path, body, content_type="application/json").status_code == status
    assert roland_client.get(f"/api/v1/decks/{row.key}/").json()["archived"] is True
    assert elinor_client.get(f"/api/v1/decks/{row.key}/").json()["archived"] is False
