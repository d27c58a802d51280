"""Lessons: short boards with one idea each, which the reader plays step by step."""

from collections.abc import Sequence
from dataclasses import dataclass

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


def steps_followed(lesson: Lesson, steps: Sequence[str]) -> tuple[str, ...]:
    right = 0
    while right < min(len(steps), len(lesson.do)) and steps[right] in lesson.do[right]:
        right += 1
    return tuple(steps[:right])


def line_of_lesson(catalogue: Catalogue, lesson: Lesson, steps: Sequence[str]) -> PlayedLine:
    """Return the lesson as a line, with the other player's answer after the last step."""
    position = parse_position(catalogue, lesson.position)
    return play_line(position, (*steps, *(lesson.then if len(steps) == len(lesson.do) else ())))
