"""Worked examples of the engine: positions, actions and what must follow, beside those that ship as boards."""

from __future__ import annotations

from pathlib import Path

import pytest

from boards.core.scenes import Scene, parse_scenes
from cards.core.facts import Catalogue
from tests.boards.scene_checks import scene_faults

EXAMPLES = parse_scenes((Path(__file__).with_name("examples.txt")).read_text(encoding="utf-8"))


@pytest.mark.parametrize("scene", EXAMPLES, ids=lambda scene: scene.title)
def test_the_engine_does_what_a_worked_example_expects(facts: Catalogue, scene: Scene) -> None:
    assert scene.rulings and scene.steps
    assert [fault.what for fault in scene_faults(facts, scene)] == []


def test_titles_of_examples_are_unlike() -> None:
    assert len({scene.title for scene in EXAMPLES}) == len(EXAMPLES) > 0
