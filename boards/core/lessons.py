"""Lessons: short boards with one idea each, which the reader plays step by step."""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass

from boards.core.lines import PlayedLine, play_line
from boards.core.read import parse_position
from game.engine.catalogue import Catalogue


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson: where it begins, the steps that lead on (any of each), and what the other player does at the end."""

    key: str
    position: str
    do: tuple[tuple[str, ...], ...]
    then: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LessonTexts:
    """The texts of a lesson: its idea, the task of each step, praise at the end, and a hint for a wrong step."""

    title: str
    idea: str
    ask: tuple[str, ...]
    well: str
    hint: str


def parse_lessons(text: str) -> list[Lesson]:
    return [
        Lesson(key, entry["position"], tuple(map(tuple, entry["do"])), tuple(entry.get("then", ())))
        for key, entry in tomllib.loads(text).items()
    ]


def parse_lesson_texts(text: str) -> dict[str, LessonTexts]:
    return {key: LessonTexts(**{**entry, "ask": tuple(entry["ask"])}) for key, entry in tomllib.loads(text).items()}


def steps_followed(lesson: Lesson, steps: Sequence[str]) -> tuple[str, ...]:
    right = 0
    while right < min(len(steps), len(lesson.do)) and steps[right] in lesson.do[right]:
        right += 1
    return tuple(steps[:right])


def line_of_lesson(catalogue: Catalogue, lesson: Lesson, steps: Sequence[str]) -> PlayedLine:
    """Return the lesson as a line, with the other player's answer after the last step."""
    position = parse_position(catalogue, lesson.position)
    return play_line(position, (*steps, *(lesson.then if len(steps) == len(lesson.do) else ())))
