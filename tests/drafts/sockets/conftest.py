"""The site that the sockets of these tests are opened to."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks.drafts.site import Site


@pytest.fixture(scope="session")
def served(ready: Path | None) -> Iterator[Site]:
    """One for all: every test has a table of its own."""
    with tempfile.TemporaryDirectory() as folder:
        site = Site(Path(folder))
        if ready is not None:
            shutil.copy(ready, site.database)
        site.start()
        yield site
        site.kill()
