"""Shipped lessons and guides: boards for learning the game, in the languages they are written in."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings

from boards.core.card_codes import cards_by_code
from boards.core.lessons import Lesson
from boards.pages.words import name_of
from cards.catalogue.queries import catalogue
from cards.core.facts import CardFacts
from cards.translations import reader_language

_CARD_REFERENCE = re.compile(r"\{([A-Z]\d+)\}")


def _fixture_text(name: str) -> str:
    return (Path(settings.BASE_DIR) / "fixtures" / "bluemoon" / name).read_text(encoding="utf-8")


@cache
def shipped_lessons() -> dict[str, Lesson]:
    return {key: Lesson(key, **entry) for key, entry in tomllib.loads(_fixture_text("lessons/boards.toml")).items()}


@cache
def lesson_texts_in(language: str) -> dict[str, Any]:
    """Return the texts of each lesson: `title`, `line` for the list, `steps`, and for its end `well` and `then`.

    A step has its task `ask`, an explanation `say`, and answers to wrong steps, `no`.
    """
    return tomllib.loads(_fixture_text(f"lessons/{language}.toml"))


def own_lesson_texts() -> dict[str, Any]:
    return lesson_texts_in(reader_language())


def with_names(text: str, cards: Mapping[str, CardFacts] | None = None) -> str:
    """Replace `{V05}` by the name of that card in the reader's language; `cards` are the known ones by that code."""
    known = cards if cards is not None else cards_by_code(catalogue())
    return _CARD_REFERENCE.sub(lambda found: name_of(known[found[1]]), text)


@cache
def people_guides_in(language: str) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = tomllib.loads(_fixture_text(f"guides/{language}.toml"))
    return found


def people_guide(people: str) -> dict[str, str]:
    """Return how a people wins and what it fears, in the reader's language; empty without a deck of its own."""
    return {name: with_names(text) for name, text in people_guides_in(reader_language()).get(people, {}).items()}
