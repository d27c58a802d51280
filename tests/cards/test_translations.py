"""Summaries of cards in all four languages."""

from __future__ import annotations

import csv

import pytest
from django.test import Client
from django.utils.translation import override

from cards.catalogue.queries import current_catalogues
from cards.core.facts import Catalogue
from cards.templatetags.cards import draw_card
from cards.translations import (
    TRANSLATIONS_FOLDER,
    card_summary_text,
    german_name,
    name_meaning,
    ruling_texts,
    summary_translations,
)


def test_every_summary_is_written_in_all_four_languages(facts: Catalogue) -> None:
    missing = {card.summary for card in facts if card.summary} - {
        english for english, row in summary_translations().items() if all(row[code] for code in ("de", "nl", "ru"))
    }
    assert missing == set()


@pytest.mark.django_db
def test_every_note_on_a_card_is_written_in_all_four_languages() -> None:
    notes = {card.notes for cards in current_catalogues().values() for card in cards} - {""}
    assert {
        note for note in notes if not all(ruling_texts().get(note, {}).get(code) for code in ("de", "nl", "ru"))
    } == set()
    with (TRANSLATIONS_FOLDER / "notes.csv").open(encoding="utf-8", newline="") as file:
        assert {row["en"] for row in csv.DictReader(file)} - notes == set()


@pytest.mark.django_db
def test_a_page_shows_the_note_in_the_readers_language(client: Client) -> None:
    page = client.get("/cards/mutant-107/", headers={"Accept-Language": "de"}).content.decode()
    assert "Das Legends-Heft schreibt Rasmus-Pan." in page


def test_a_card_speaks_the_readers_language(facts: Catalogue) -> None:
    card = next(card for card in facts if card.summary == "Your opponent may play no boosters.")
    assert card_summary_text(card) == card.summary
    with override("de"):
        assert card_summary_text(card) == summary_translations()[card.summary]["de"] != card.summary
        assert summary_translations()[card.summary]["de"] in draw_card(card)


@pytest.mark.parametrize("language", ["en", "nl", "ru"])
def test_a_card_with_a_german_name_alone_says_what_it_means(facts: Catalogue, language: str) -> None:
    with override(language):
        unsaid = {card.code for card in facts if card.name_de and not card.name and not name_meaning(card)}
        assert unsaid == {"Aqua 15", "Mutant 108"}  # names of persons
        assert f"≈ {name_meaning(facts['Mimix 32'])}</span>" in draw_card(facts["Mimix 32"], "row")
    with override("de"):
        assert not name_meaning(facts["Mimix 32"])


def test_a_german_reader_sees_the_german_name_beside_the_other(facts: Catalogue) -> None:
    card = facts.by_code["Vulca 01"]
    assert german_name(card) == ""
    with override("de-at"):
        assert german_name(card) == "Flammar der Blendende"
        assert "Flammar der Blendende" in draw_card(card, "row") and card.name in draw_card(card, "row")


def test_every_reader_may_ask_for_the_german_names(client: Client, db_catalogue: Catalogue) -> None:
    names = client.get("/cards/names/german.json").json()
    assert names["vulca-01"] == "Flammar der Blendende" and "mimix-32" not in names  # it has no other name
    for language in ("en", "ru"):
        page = client.get("/help/glossary/", headers={"Accept-Language": language}).text
        assert 'data-names="/cards/names/german.json"' in page
    assert "data-names" not in client.get("/help/glossary/", headers={"Accept-Language": "de"}).text
