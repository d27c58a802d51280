"""What the scenes notice: rules broken on purpose, one at a time (in `make thorough`)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.game.mutations import MUTATIONS, ROOT, mutants

SHARE = 0.95


def test_every_place_to_break_is_there() -> None:
    assert [one.breaks for one in MUTATIONS if one.before not in (ROOT / one.file).read_text(encoding="utf-8")] == []
    assert len({one.breaks for one in MUTATIONS}) == len(MUTATIONS) >= 60


@pytest.mark.thorough
def test_the_scenes_notice_broken_rules(tmp_path: Path) -> None:
    unnoticed = [mutation.breaks for mutation, noticed in mutants(tmp_path) if not noticed]
    assert len(unnoticed) <= (1 - SHARE) * len(MUTATIONS), unnoticed
