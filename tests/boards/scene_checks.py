"""Checks of scenes: whether the engine does what they expect, and whether they agree with one another."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from boards.core.read import parse_position
from boards.core.scenes import LIST_SEPARATOR, PlayedScene, Scene
from common.errors import Invalid
from game.engine.board import PHASE_NAMES
from game.engine.catalogue import Catalogue


def go_to_phase(played: PlayedScene, phase: str) -> None:
    """Pass, and start or continue the fight, until the phase is reached."""
    while played.state.phase_name != phase and PHASE_NAMES.index(played.state.phase_name) < PHASE_NAMES.index(phase):
        played.act("continue" if played.state.phase_name == "engagement" else "pass")


_SCENE_ACTS: dict[str, Callable[[PlayedScene, str], object]] = {"do": PlayedScene.act, "to": go_to_phase}
_LIST_EXPECTATIONS = frozenset({"allowed", "not allowed", "shown"})  # several of them are side by side


@dataclass(frozen=True, slots=True)
class SceneFault:
    """A difference between a scene and the engine."""

    scene: str
    line: int
    what: str


def scene_faults(catalogue: Catalogue, scene: Scene) -> Iterator[SceneFault]:
    """Yield where the engine differs from a scene; an illegal step ends it."""
    try:
        position = parse_position(catalogue, scene.position)
    except Invalid as error:
        yield SceneFault(scene.title, scene.line, error.message)
        return
    played = PlayedScene(position.state)
    for step in scene.steps:
        try:
            if step.key in _SCENE_ACTS:
                for words in step.text.split(LIST_SEPARATOR):
                    _SCENE_ACTS[step.key](played, words.strip())
                continue
            actual = played.actual_value(step)
        except Invalid as error:
            yield SceneFault(scene.title, step.line, f"{step.key}: {step.text}: {error.message}")
            return
        if actual != step.text:
            yield SceneFault(scene.title, step.line, f"{step.key}: expected {step.text}, the engine has {actual}")


def conflicting_scenes(scenes: Iterable[Scene]) -> Iterator[SceneFault]:
    """Yield pairs of scenes that expect different things of one position, unless a reading (C-…) names both."""
    first_values: dict[tuple[str, ...], tuple[str, Scene]] = {}
    for scene in scenes:
        path: tuple[str, ...] = ()
        for step in scene.steps:
            if step.key in _SCENE_ACTS:
                path = (*path, step.key, step.text)
                continue
            subject, value = (step.text.rpartition(" = ")[::2]) if " = " in step.text else ("", step.text)
            place = (scene.position, *path, step.key, subject)
            before, other = first_values.setdefault(place, (value, scene))
            named = {number for number in set(scene.rulings) & set(other.rulings) if number.startswith("C-")}
            if before != value and step.key not in _LIST_EXPECTATIONS and not named:
                yield SceneFault(scene.title, step.line, f"{step.key}: {value} here, {before} in “{other.title}”")
