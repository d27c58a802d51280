"""Lessons: short boards with one idea each, which the reader plays step by step."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from boards.core.lines import PlayedLine, play_line
from boards.core.read import parse_position
from game.engine.catalogue import Catalogue


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson: its chapter, the card and icon it is listed by, and the steps that lead on (any of each).

    `then` is what the other player does at the end.
    """

    key: str
    chapter: str
    face: str
    leaders: Sequence[str]
    position: str
    do: Sequence[Sequence[str]]
    then: Sequence[str] = ()
    icon: str = ""


@dataclass(frozen=True, slots=True)
class StepTexts:
    """The task of a step and what explains it; `no` answers a wrong step by its text or the word it begins with."""

    ask: str
    say: str
    no: Mapping[str, str]

    def answer_to(self, step: str) -> str:
        return self.no.get(step) or self.no.get(step.partition("-")[0], "")


@dataclass(frozen=True, slots=True)
class LessonTexts:
    """The texts of a lesson: title, a line for the list, its steps, and the headline and sentence of its end."""

    title: str
    line: str
    steps: tuple[StepTexts, ...]
    well: str
    then: str


def parse_lessons(text: str) -> list[Lesson]:
    return [Lesson(key, **entry) for key, entry in tomllib.loads(text).items()]


def parse_lesson_texts(text: str) -> dict[str, LessonTexts]:
    found: dict[str, dict[str, Any]] = tomllib.loads(text)
    return {
        key: LessonTexts(**{**entry, "steps": tuple(StepTexts(**{"no": {}, **step}) for step in entry["steps"])})
        for key, entry in found.items()
    }


def steps_followed(lesson: Lesson, steps: Sequence[str]) -> tuple[str, ...]:
    right = 0
    while right < min(len(steps), len(lesson.do)) and steps[right] in lesson.do[right]:
        right += 1
    return tuple(steps[:right])


def line_of_lesson(catalogue: Catalogue, lesson: Lesson, steps: Sequence[str]) -> PlayedLine:
    """Return the lesson as a line, with the other player's answer after the last step."""
    position = parse_position(catalogue, lesson.position)
    return play_line(position, (*steps, *(lesson.then if len(steps) == len(lesson.do) else ())))
