"""Which rule or ruling a test is about, so that a table can say which have none."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

Test = TypeVar("Test", bound=Callable[..., None])
TESTED: dict[str, list[str]] = {}


def about(*numbers: str) -> Callable[[Test], Test]:
    """Say which rules and rulings a test holds to."""

    def mark(test: Test) -> Test:
        for number in numbers:
            TESTED.setdefault(number, []).append(test.__name__)
        return test

    return mark
