"""Glossary: a word in each language for every term, and rules that exist."""

from __future__ import annotations

import pytest
from django.test import Client

from common.glossary import GLOSSARY_LANGUAGES, glossary_terms
from tenmoons.help_site.rulebook import rules_chapters


def test_every_term_has_a_word_in_each_language() -> None:
    assert [
        term.words["en"]
        for term in glossary_terms().values()
        if not all(term.words[code] for code in GLOSSARY_LANGUAGES)
    ] == []
    assert len({term.slug for term in glossary_terms().values()}) == len(glossary_terms()) > 100


def test_a_word_names_the_document_it_stands_in() -> None:
    sources = glossary_terms()["leadership card"].sources
    assert sources == {"de": "printed cards", "nl": "Dutch special rules", "ru": "Legends booklet"}
    assert glossary_terms()["emissary"].sources["de"] == "expansion names"
    assert glossary_terms()["packet"].sources == {}


def test_the_words_are_those_of_the_cards_and_booklets() -> None:
    words = {english: term.words for english, term in glossary_terms().items()}
    german = ("leadership card", "discard pile", "discard", "attract a dragon")
    assert [words[word]["de"] for word in german] == [
        *("Anführeraktion", "Abwurfstapel", "abwerfen", "einen Drachen gewinnen")
    ]
    assert words["packet"]["ru"] == "пачка"
    assert words["leadership card"]["nl"] == "leiderschapkaart"
    assert words["call a bluff"]["ru"] == "проверка блефа"
    peoples = ("Vulca", "Hoax", "Mimix", "Flit", "Khind", "Terrah", "Pillar", "Aqua", "Buka")
    assert " ".join(words[people]["ru"] for people in peoples) == "Вулка Хоукс Мимикс Флит Хайнд Терра Пиллар Аква Бука"
    assert not {"deck mark", "draw pile", "roll back"} & set(words)


def test_every_rule_of_the_glossary_is_explained() -> None:
    known = str(rules_chapters())
    assert [term.rule for term in glossary_terms().values() if term.rule and term.rule not in known] == []


@pytest.mark.django_db
def test_the_glossary_begins_with_the_readers_language(client: Client) -> None:
    page = client.get("/help/glossary/", headers={"Accept-Language": "ru"}).content.decode()
    assert page.index("Русский</th>") < page.index("English</th>")
    assert "колода народа" in page
    assert "буклет Legends" in page
