"""Glossary: the terms of the game in four languages, from `fixtures/languages/glossary.csv`."""

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.utils.text import slugify

from common.text import gettext_noop

GLOSSARY_FILE = Path(__file__).resolve().parent.parent / "fixtures" / "languages" / "glossary.csv"
GLOSSARY_LANGUAGES = ("en", "de", "nl", "ru")
# The documents that words come from: the usual document of a language under its code, others under their own names.
SOURCE_LABELS: Mapping[str, str] = {
    "de": gettext_noop("printed cards"),
    "nl": gettext_noop("Dutch special rules"),
    "ru": gettext_noop("Legends booklet"),
    "boxes": gettext_noop("expansion names"),
    "review": gettext_noop("a review"),
}


@dataclass(frozen=True, slots=True)
class GlossaryTerm:
    """A term: its word by language, its source by language (see `SOURCE_LABELS`), its rule, a note in English."""

    words: Mapping[str, str]
    sources: Mapping[str, str]
    rule: str = ""
    note: str = ""

    @property
    def slug(self) -> str:
        return slugify(self.words["en"])

    def word(self, language: str) -> str:
        """Return the word in a language such as "de" or "pt-br"; English if there is none."""
        return self.words.get(language.split("-")[0]) or self.words["en"]


@cache
def glossary_terms() -> Mapping[str, GlossaryTerm]:
    """Return every term by its English word, in the order of the list."""
    with GLOSSARY_FILE.open(encoding="utf-8", newline="") as file:
        return {row["en"]: _glossary_term(row) for row in csv.DictReader(file)}


def _glossary_term(row: Mapping[str, str]) -> GlossaryTerm:
    words = {language: row[language] for language in GLOSSARY_LANGUAGES}
    return GlossaryTerm(words, dict(_parse_source(part) for part in row["sourced"].split()), row["rule"], row["note"])


def _parse_source(part: str) -> tuple[str, str]:
    """Parse a part of the column `sourced`: "ru" for the usual source, "de:boxes" for another one."""
    language, _, name = part.partition(":")
    return language, SOURCE_LABELS[name or language]
