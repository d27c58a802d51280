"""Translations of cards and rulings: tables in `fixtures/languages`, keyed by the English sentence.

A sentence that an editor has changed is not in the table any more and stays English until somebody translates it.
"""

import csv
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from django.utils.translation import get_language

FOLDER = Path(__file__).resolve().parent.parent / "fixtures" / "languages"
_TRAILING_NUMBER = re.compile(r"[0-9.]+$")


@cache
def summaries() -> Mapping[str, Mapping[str, str]]:
    """English summary → language → the same in that language."""
    return rows_of("summaries.csv")


@cache
def texts() -> Mapping[str, Mapping[str, str]]:
    """A sentence of the rulings, errata, readings or topics, or a card's note → language → the same in it."""
    return {**rows_of("rulings.csv"), **rows_of("notes.csv")}


@cache
def working_names() -> Mapping[str, Mapping[str, str]]:
    """German name of a card without another → language → its meaning in that language."""
    return rows_of("names.csv", key="de")


def rows_of(name: str, key: str = "en") -> Mapping[str, Mapping[str, str]]:
    with (FOLDER / name).open(encoding="utf-8", newline="") as file:
        return {row[key]: row for row in csv.DictReader(file)}


def translate(english: str) -> str:
    """Translate a sentence of the book of rulings into the reader's language, or return it in English."""
    if not english or reader() == "en":
        return english
    return texts().get(english, {}).get(reader()) or english


def translate_place(english: str) -> str:
    """Translate a place in a document, such as "icons, STOP" or "section 2.9"; numbers and names stay as they are."""
    return ", ".join(_translate_place_part(part) for part in english.split(", "))


def _translate_place_part(english: str) -> str:
    number = _TRAILING_NUMBER.search(english)
    return translate(english[: number.start()].rstrip()) + " " + number.group() if number else translate(english)


def untranslated(*english: str) -> bool:
    """Return whether any of these sentences has no translation in the reader's language."""
    language = reader()
    return language != "en" and any(sentence and not texts().get(sentence, {}).get(language) for sentence in english)


def reader() -> str:
    """Return the reader's language without its country: "de"."""
    return (get_language() or "en").split("-")[0]


def summary_of(card: Any) -> str:
    """Return the summary of a card in the reader's language, or in English."""
    english: str = card.summary
    if not english or reader() == "en":
        return english
    return summaries().get(english, {}).get(reader()) or english


def working_name(card: Any) -> str:
    """Return the meaning of a name known only in German; empty for a German reader."""
    row = {} if card.name or reader() == "de" else working_names().get(card.name_de, {})
    return row.get(reader(), "")


def other_name(card: Any) -> str:
    """Return the German name for a German reader if the card's label is another one."""
    german: str = getattr(card, "name_de", "")
    return german if reader() == "de" and german not in ("", card.label) else ""
