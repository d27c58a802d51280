"""Fixture: what cached pages show is written together with the version that they are cached by."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.covered_writes import watched


@pytest.fixture(autouse=True)
def covered_writes() -> Iterator[None]:
    with watched():
        yield
