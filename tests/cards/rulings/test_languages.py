"""Rulings, errata, readings and topics in the reader’s language: complete, in the terms of the glossary."""

from __future__ import annotations

import csv
import re

import pytest
from django.test import Client
from django.utils.translation import override

from cards.models import Ruling
from cards.rulings.queries import current_rulings_book
from cards.rulings.services import save_book_entry
from cards.translations import TRANSLATIONS_FOLDER, ruling_texts, translate, translate_document_place
from common.glossary import glossary_terms

pytestmark = pytest.mark.django_db
LANGUAGES = ("de", "nl", "ru")
# English word of the game → glossary term: if a ruling has the one, its translation must have the other.
WORDS = {
    r"\bdraw decks?\b": "draw deck",
    r"\bleadership cards?\b": "leadership card",
    r"\bsupports?\b": "support",
    r"\bboosters?\b": "booster",
    r"\binquisitors?\b": "inquisitor",
    r"\bcapacity\b": "capacity",
    r"\bcombat areas?\b": "combat area",
    r"\bdeck indicator\b": "deck indicator",
    r"\bmoon limit\b": "moon limit",
    r"\bmulligan\b": "mulligan",
    r"\bdragons?\b": "dragon",
    r"\bcrystals?\b": "crystal",
}


def english() -> set[str]:
    now = current_rulings_book()
    texts = {text for ruling in now.rulings for text in (ruling.question, ruling.answer, ruling.note)}
    texts |= {text for erratum in now.errata for text in (erratum.text, erratum.note)}
    texts |= {text for reading in now.readings.values() for text in (reading.title, reading.text)}
    return {*texts, *(topic.title for topic in now.topics.values())} - {""}


def stem(word: str) -> str:
    """Return the part of a word that is the same in all its cases: without endings."""
    return word.lower().split()[0][: max(3, len(word.split()[0]) - 3)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_is_written_in_the_language(language: str) -> None:
    assert {text for text in english() if not ruling_texts().get(text, {}).get(language)} == set()


def test_no_translation_is_left_of_a_sentence_that_is_gone() -> None:
    with (TRANSLATIONS_FOLDER / "rulings.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    origins = [(ruling.source, ruling.place) for ruling in current_rulings_book().rulings]
    origins += [(erratum.source, erratum.place) for erratum in current_rulings_book().errata]
    places = {re.sub(r" ?[0-9.]+$", "", part) for _source, place in origins for part in place.split(", ")}
    places |= {source for source, _place in origins}
    notes = {term.note for term in glossary_terms().values()}
    assert {row["en"] for row in rows} - english() - places - notes == set()
    assert len({row["en"] for row in rows}) == len(rows)


@pytest.mark.parametrize("language", LANGUAGES)
def test_figures_and_questions_are_kept(language: str) -> None:
    digits = re.compile(r"\d+")
    for text in english():
        words = ruling_texts()[text][language]
        assert sorted(digits.findall(text)) == sorted(digits.findall(words)), text
        assert text.endswith("?") == words.endswith("?"), text
        assert "  " not in words and words == words.strip(), text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_terms_are_those_of_the_glossary(language: str) -> None:
    wrong = []
    for ruling in current_rulings_book().rulings:
        if ruling.game != "bluemoon":
            continue
        for text in (ruling.question, ruling.answer):
            words = ruling_texts()[text][language].lower()
            for pattern, term in WORDS.items():
                if re.search(pattern, text) and stem(glossary_terms()[term].word(language)) not in words:
                    wrong.append((ruling.id, term))
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_and_api_answer_in_the_readers_language(client: Client, language: str) -> None:
    ruling = current_rulings_book().by_slug["r0-19"]
    words = ruling_texts()[ruling.answer][language]
    page = client.get("/cards/rulings/r0-19/", headers={"Accept-Language": language}).content.decode()
    assert words in page
    assert ruling.answer not in page
    sent = client.get("/api/v1/rulings/R0-19/", headers={"Accept-Language": language}).json()
    assert (sent["answer"], sent["id"], sent["topic"]) == (words, "R0-19", "protected")
    body = client.get("/api/v1/errata/?q=Glaaki", headers={"Accept-Language": language}).json()
    assert ruling_texts()[current_rulings_book().errata[45].text][language] in {
        erratum["text"] for erratum in body["results"]
    }


def test_the_cards_beside_a_ruling_bear_the_names_it_uses(client: Client) -> None:
    page = client.get("/cards/rulings/r0-18/", headers={"Accept-Language": "de"}).content.decode()
    assert page.count("Beschwöre die Feuersbrunst") >= 2
    assert "Cast Cataclysm" in client.get("/cards/rulings/r0-18/").content.decode()


def test_a_changed_sentence_is_shown_in_english_and_says_so(client: Client) -> None:
    row = Ruling.objects.get(key="R0-19")
    row.answer = "Our club says yes."
    save_book_entry(row)
    page = client.get("/cards/rulings/r0-19/", headers={"Accept-Language": "de"}).content.decode()
    assert re.search(r'<p class="answer" lang="en">\s*Our club says yes\.\s*</p>', page)
    assert "auf Englisch" in page
    assert "in English" not in client.get("/cards/rulings/r0-19/").content.decode()


def test_a_place_keeps_its_number_and_its_names() -> None:
    with override("de"):
        assert translate_document_place("section 2.9") == f"{translate('section')} 2.9"
        assert translate_document_place("errata, Core Set") == f"{translate('errata')}, Core Set"


def test_card_names_are_those_a_german_reader_knows() -> None:
    german = " ".join(row["de"] for row in ruling_texts().values())
    for wrong in (
        "Caterpillar ",
        "Irresistible Sirens",
        "Cast Cataclysm",
        "Brain Drain",
        "Mad Mike Magpie",
        "Bounce Back",
    ):
        assert wrong not in german


@pytest.mark.parametrize(
    ("language", "text", "best"),
    [
        ("de", "gelandetes Schiff aktiv", "R1-024"),
        ("de", "wahnsinnige Charaktere", "CR-056"),
        ("de", "Drachen Unwiderstehliche Sirenen", "R0-05"),
        ("nl", "genegeerde bluf afleggen", "R1-054"),
        ("nl", "is een geland schip actief", "R1-024"),
        ("ru", "разгруженный корабль активен", "R1-024"),
        ("ru", "откат на турнире", "R1-102"),
        ("ru", "landed ship active", "R1-024"),
    ],
)
def test_words_of_the_readers_language_find_a_ruling(client: Client, language: str, text: str, best: str) -> None:
    asked = {"q": text}
    sent = client.get("/api/v1/rulings/", asked, headers={"Accept-Language": language}).json()
    assert sent["results"][0]["id"] == best
    page = client.get("/cards/rulings/", asked, headers={"Accept-Language": language}).content.decode()
    assert ruling_texts()[current_rulings_book().by_slug[best.lower()].question][language] in page


def test_an_english_reader_is_not_given_what_german_words_find(client: Client) -> None:
    results = client.get("/api/v1/rulings/?q=gelandetes+Schiff+aktiv").json()["results"]
    assert "R1-024" not in {ruling["id"] for ruling in results}


def test_a_ruling_changed_by_an_editor_is_found_by_its_new_words(client: Client) -> None:
    row = Ruling.objects.get(key="R0-19")
    row.answer = "Our club says hippopotamus."
    save_book_entry(row)
    sent = client.get("/api/v1/rulings/?q=hippopotamus", headers={"Accept-Language": "de"}).json()
    assert [result["id"] for result in sent["results"]] == ["R0-19"]
