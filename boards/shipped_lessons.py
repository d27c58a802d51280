"""Shipped lessons and guides: boards to learn the game with, in the languages they are written in."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from django.conf import settings

from boards.core.card_codes import cards_by_code
from boards.core.lessons import Lesson, LessonWords, read_lessons, read_words
from boards.pages.words import name_of
from cards.catalogue.queries import catalogue
from cards.core.facts import CardFacts
from cards.translations import reader

_CARD_REFERENCE = re.compile(r"\{([A-Z]\d+)\}")


def _fixture_text(name: str) -> str:
    return (Path(settings.BASE_DIR) / "fixtures" / "bluemoon" / name).read_text(encoding="utf-8")


@cache
def lessons() -> dict[str, Lesson]:
    return {lesson.key: lesson for lesson in read_lessons(_fixture_text("lessons/boards.toml"))}


@cache
def words_in(language: str) -> dict[str, LessonWords]:
    return read_words(_fixture_text(f"lessons/{language}.toml"))


def lesson_words() -> dict[str, LessonWords]:
    return words_in(reader())


def with_names(text: str, cards: Mapping[str, CardFacts] | None = None) -> str:
    """Replace `{V05}` by the name of that card in the reader's language; `cards` are the known ones by that code."""
    known = cards if cards is not None else cards_by_code(catalogue())
    return _CARD_REFERENCE.sub(lambda found: name_of(known[found[1]]), text)


@cache
def guides_in(language: str) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = tomllib.loads(_fixture_text(f"guides/{language}.toml"))
    return found


def guide(people: str) -> dict[str, str]:
    """Return how a people wins and what it fears, in the reader's language; empty without a deck of its own."""
    return {name: with_names(text) for name, text in guides_in(reader()).get(people, {}).items()}
