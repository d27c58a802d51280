"""All decks as a zip of text files."""

from __future__ import annotations

import zipfile
from io import BytesIO

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from cards.core.facts import Catalogue
from decks.core.text import parse_deck_text
from decks.exchange.all_decks import safe_file_name
from tests.decks.rows import terrah_deck


def test_file_names_are_clean_and_no_two_alike() -> None:
    taken: set[str] = set()
    names = ["../../etc/passwd", "Feuer", "FEUER", "feuer", "a/b\\c:d", "Луна", "NUL", "…", "", "x" * 300]
    made = [safe_file_name(name, taken, "deck") for name in names]
    assert made[:5] == ["etcpasswd", "feuer", "feuer-2", "feuer-3", "abcd"]
    assert made[5:9] == ["луна", "deck-nul", "deck", "deck-2"]
    assert len(made[9]) < 60
    assert len(taken) == len(names)


@pytest.mark.django_db
def test_all_decks_of_the_person_asking_come_as_files_that_are_read_again(
    client: Client, roland: User, roland_client: Client, elinor: User, db_catalogue: Catalogue
) -> None:
    for name in ("Nächte", "Nächte", "Day"):
        terrah_deck(roland, db_catalogue, visibility="private", name=name)
    terrah_deck(elinor, db_catalogue, name="Not mine")
    address = reverse("decks:download_all")
    assert address in roland_client.get(reverse("decks:index")).content.decode()
    answer = roland_client.get(address)
    assert answer["Content-Disposition"].endswith('.zip"')
    assert "no-store" in answer["Cache-Control"]
    with zipfile.ZipFile(BytesIO(b"".join(answer))) as held:
        assert sorted(held.namelist()) == ["day.txt", "nächte-2.txt", "nächte.txt"]
        reading = parse_deck_text(held.read("day.txt").decode(), db_catalogue)[0]
    assert not reading.problems
    assert (reading.deck.name, reading.deck.leaders) == ("Day", ("Terrah 00",))
    assert client.get(address).status_code == 404
