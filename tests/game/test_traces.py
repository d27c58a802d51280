"""The recorded games of an independent program: every step before a game's first listed difference agrees."""

from __future__ import annotations

import gzip
import itertools
import json
import os
from pathlib import Path
from typing import Any

import pytest

from cards.core.facts import Catalogue
from tests.game.traces.readings import RECORDED, SETTINGS
from tests.game.traces.replay import Replay

# The records are large and not ours to ship: they are beside the checkout, or where GAME_TRACES says.
DATA = Path(os.environ.get("GAME_TRACES") or Path(__file__).resolve().parents[3] / "shared" / "data")
THOROUGH = os.environ.get("THOROUGH") == "yes"
# Of each file, every n-th game; all of them in `make thorough`.
EVERY = {"random": 1 if THOROUGH else 13, "trained": 1 if THOROUGH else 6, "differences": 1}


def games(name: str, every: int = 0) -> list[dict[str, Any]]:
    path = DATA / f"game_traces_{name}.jsonl.gz"
    if not path.exists():
        pytest.skip(f"the recorded games are not here ({path.name} beside the checkout)")
    with gzip.open(path, "rt") as lines:
        return [json.loads(line) for line in itertools.islice(lines, 0, None, every or EVERY[name])]


@pytest.mark.parametrize("name", ["random", "trained", "differences"])
@pytest.mark.parametrize("settings", [SETTINGS, RECORDED], ids=["our readings", "the recorded ones"])
def test_recorded_games_agree(facts: Catalogue, name: str, settings: Any) -> None:
    traces = [Replay(facts, game, settings).compare() for game in games(name)]
    assert [(trace.game, trace.at, trace.difference) for trace in traces if not trace.agrees] == []
    assert sum(trace.steps for trace in traces) > 0.8 * sum(trace.total for trace in traces)


def test_a_wrong_record_is_seen(facts: Catalogue) -> None:
    """The comparison is no rubber stamp: a changed power, move, list or dragon is found in its place."""
    game = games("trained")[0]
    steps: list[dict[str, Any]] = game["steps"]
    place = next(at for at, step in enumerate(steps) if step["do"] == "announce" and not step["new"])
    steps[place]["pw"] += 1
    comparison = Replay(facts, game).compare()
    assert "announced" in comparison.difference
    assert comparison.at <= place
    game = games("trained")[0]
    next(step for step in game["steps"] if step.get("dr"))["dr"][0] = "retreat:3"
    assert "dragons" in Replay(facts, game).compare().difference
    game = games("trained")[0]
    step = next(step for step in game["steps"] if step["do"] == "play" and step["ph"] == "char")
    step["ok"].remove(step["c"])
    assert "legal actions" in Replay(facts, game).compare().difference
