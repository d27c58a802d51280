"""How much the tests try: `make test` what has to be checked at every change, `make thorough` (THOROUGH=yes) all of it.

Hypothesis draws the same examples in every run of the gate, so that it fails only for a change; `make thorough` draws
others each time, and ten times as many. Neither fails because a machine is slow.

With SLOW_LINE=yes the browsers of the tests reach the site over a connection that stalls in the middle of its answers.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, settings

THOROUGH = os.environ.get("THOROUGH") == "yes"
SLOW_LINE = os.environ.get("SLOW_LINE") == "yes"
THOROUGH_TIMES = 10
GATE_EXAMPLES = 30
Thing = TypeVar("Thing")
# Hypothesis's health checks that concern a busy machine, not a test.
SLOW = (HealthCheck.too_slow, HealthCheck.data_too_large)


def examples(count: int) -> int:
    """Return how many examples a property is tried with: this many in the gate, ten times as many in `make
    thorough`."""
    return count * THOROUGH_TIMES if THOROUGH else count


def one_in(step: int, things: Sequence[Thing]) -> Sequence[Thing]:
    """Return every n-th thing in the gate; all of them in `make thorough`."""
    return things if THOROUGH else things[::step]


def first_in_gate(cases: Iterable[Any], count: int = 1) -> list[Any]:
    """Return the cases of a parametrised test: the gate tries the first ones; the others are marked `thorough`."""
    return [
        case if place < count else pytest.param(*_values(case), marks=pytest.mark.thorough)
        for place, case in enumerate(cases)
    ]


def _values(case: Any) -> tuple[Any, ...]:
    return case if isinstance(case, tuple) else (case,)


def load_profile() -> None:
    """Load the Hypothesis profile that all properties share; call it before a test module is imported."""
    settings.register_profile(
        "gate", derandomize=True, deadline=None, max_examples=GATE_EXAMPLES, suppress_health_check=SLOW
    )
    settings.register_profile(
        "thorough", deadline=None, max_examples=examples(GATE_EXAMPLES), suppress_health_check=SLOW, print_blob=True
    )
    settings.load_profile("thorough" if THOROUGH else "gate")


def leave_to_thorough(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Take the tests marked `thorough` out of a run that is not."""
    left = [item for item in items if item.get_closest_marker("thorough") and not THOROUGH]
    if left:
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if not item.get_closest_marker("thorough")]
