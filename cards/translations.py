"""Translations of cards and rulings: tables in `fixtures/languages`, keyed by the English sentence.

A sentence that an editor has changed is no longer in the table and stays English until someone translates it.
"""

import csv
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from django.utils.translation import get_language

TRANSLATIONS_FOLDER = Path(__file__).resolve().parent.parent / "fixtures" / "languages"
_TRAILING_NUMBER = re.compile(r"[0-9.]+$")


@cache
def summary_translations() -> Mapping[str, Mapping[str, str]]:
    """Return English summary → language → its translation."""
    return read_translations("summaries.csv")


@cache
def ruling_texts() -> Mapping[str, Mapping[str, str]]:
    """Return by English sentence (of rulings, errata, readings, topics and card notes) its translation by language."""
    return {**read_translations("rulings.csv"), **read_translations("notes.csv")}


@cache
def name_meaning_translations() -> Mapping[str, Mapping[str, str]]:
    """Return German name of a card without another → language → its meaning in that language."""
    return read_translations("names.csv", key="de")


def read_translations(name: str, key: str = "en") -> Mapping[str, Mapping[str, str]]:
    with (TRANSLATIONS_FOLDER / name).open(encoding="utf-8", newline="") as file:
        return {row[key]: row for row in csv.DictReader(file)}


def translate(english: str) -> str:
    """Translate a sentence of the book of rulings into the reader’s language, or return it in English."""
    if not english or reader_language() == "en":
        return english
    return ruling_texts().get(english, {}).get(reader_language()) or english


def translate_document_place(english: str) -> str:
    """Translate a place in a document, such as "icons, STOP" or "section 2.9"; numbers and names stay as they are."""
    return ", ".join(_translate_place_part(part) for part in english.split(", "))


def _translate_place_part(english: str) -> str:
    number = _TRAILING_NUMBER.search(english)
    return translate(english[: number.start()].rstrip()) + " " + number.group() if number else translate(english)


def is_untranslated(*english: str) -> bool:
    """Return whether any of these sentences has no translation in the reader’s language."""
    language = reader_language()
    return language != "en" and any(
        sentence and not ruling_texts().get(sentence, {}).get(language) for sentence in english
    )


def reader_language() -> str:
    """Return the reader’s language without its country: "de"."""
    return (get_language() or "en").split("-")[0]


def card_summary_text(card: Any) -> str:
    """Return the summary of a card in the reader’s language, or in English."""
    english: str = card.summary
    if not english or reader_language() == "en":
        return english
    return summary_translations().get(english, {}).get(reader_language()) or english


def name_meaning(card: Any) -> str:
    """Return the meaning of a name known only in German; empty for a German reader."""
    row = {} if card.name or reader_language() == "de" else name_meaning_translations().get(card.name_de, {})
    return row.get(reader_language(), "")


def german_name(card: Any) -> str:
    """Return the German name for a German reader if the card’s label is another name."""
    german: str = getattr(card, "name_de", "")
    return german if reader_language() == "de" and german not in ("", card.label) else ""
