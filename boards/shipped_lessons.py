"""Shipped lessons and guides: short boards with one idea each, and their texts in the languages they are written in."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings

from boards.core.notation import cards_by_code
from boards.core.played_line import PlayedLine, play_line
from boards.core.read import parse_position
from boards.pages.words import local_name
from cards.catalogue.queries import catalogue
from cards.core.facts import CardFacts
from cards.translations import reader_language
from game.engine.catalogue import Catalogue


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson: its chapter, the symbol or icon it is listed by, and for each step the actions that are right.

    `then` is the other player’s move at the end.
    """

    key: str
    chapter: str
    leaders: Sequence[str]
    position: str
    do: Sequence[Sequence[str]]
    then: Sequence[str] = ()
    icon: str = ""
    symbol: str = ""


def correct_steps(lesson: Lesson, steps: Sequence[str]) -> tuple[str, ...]:
    right = 0
    while right < min(len(steps), len(lesson.do)) and steps[right] in lesson.do[right]:
        right += 1
    return tuple(steps[:right])


def line_of_lesson(catalogue: Catalogue, lesson: Lesson, steps: Sequence[str]) -> PlayedLine:
    """Return the lesson as a line, with the other player’s answer after the last step."""
    position = parse_position(catalogue, lesson.position)
    return play_line(position, (*steps, *(lesson.then if len(steps) == len(lesson.do) else ())))


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


def lesson_texts() -> dict[str, Any]:
    return lesson_texts_in(reader_language())


def insert_names(text: str, cards: Mapping[str, CardFacts] | None = None) -> str:
    """Replace `{V05}` by the name of that card in the reader’s language; `cards` are the known cards by that code."""
    known = cards if cards is not None else cards_by_code(catalogue())
    return _CARD_REFERENCE.sub(lambda reference: local_name(known[reference[1]]), text)


@cache
def people_guides_in(language: str) -> dict[str, dict[str, str]]:
    guides: dict[str, dict[str, str]] = tomllib.loads(_fixture_text(f"guides/{language}.toml"))
    return guides


def people_guide(people: str) -> dict[str, str]:
    """Return how a people wins and what it fears, in the reader’s language; empty for a people without a guide."""
    return {name: insert_names(text) for name, text in people_guides_in(reader_language()).get(people, {}).items()}
