"""The site that the sockets of these tests are opened to."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from benchmarks.drafts.site import Site
from tests.servers.site_shell import SiteShell

OPEN_TABLES = "from benchmarks.drafts.tables import main; main({0}, {1}, {2!r}, *{3})"


class Served(Site):
    """A site whose tables are opened in forks of one process."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.shell = SiteShell(self.environment)

    def open_tables(self, count: int, players: int, flow: str = "together", *house: int) -> list[dict[str, Any]]:
        """Tables that have begun, with the secrets of their seats."""
        tables: list[dict[str, Any]] = json.loads(self.shell.run(OPEN_TABLES.format(count, players, flow, house)))
        return tables


@pytest.fixture(scope="session")
def served(ready: Path | None) -> Iterator[Served]:
    """One site for all: every test has a table of its own."""
    with tempfile.TemporaryDirectory() as folder:
        site = Served(Path(folder))
        if ready is not None:
            shutil.copy(ready, site.database)
        site.start()
        yield site
        site.shell.stop()
        site.kill()
