"""Races: several write at once, in real threads with connections of their own.

On SQLite they run on a copy of the database in a file, because the database of the tests is one connection in memory;
on PostgreSQL on the database of the tests itself, with the set-up committed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Barrier, current_thread, main_thread

import pytest
from django.db import connection, connections

from common.errors import DomainError

SERVER = connection.vendor != "sqlite"


@contextmanager
def connected(path: Path | None) -> Iterator[None]:
    """This thread's own connection to the file, or to the server."""
    if path is None:
        try:
            yield
        finally:
            if current_thread() is not main_thread():
                connections.close_all()
        return
    own = connections.create_connection("default")
    own.settings_dict = {**own.settings_dict, "NAME": str(path)}
    before = getattr(connections._connections, "default", None)  # type: ignore[attr-defined]
    connections["default"] = own
    try:
        yield
    finally:
        own.close()
        if before is not None:
            connections["default"] = before
        else:
            del connections["default"]


@dataclass(frozen=True)
class Race:
    """The database of the test, and calls that are started on it at the same moment."""

    path: Path | None

    def run(self, *calls: Callable[[], object]) -> list[object]:
        """Return what each call returned, or the error of the site that it raised."""
        gate = Barrier(len(calls))

        def one(call: Callable[[], object]) -> object:
            with connected(self.path):
                gate.wait(timeout=10)
                try:
                    return call()
                except DomainError as refused:
                    return refused

        with ThreadPoolExecutor(len(calls)) as pool:
            return list(pool.map(one, calls))


Races = Callable[[], Race]


@pytest.fixture
def race(tmp_path: Path, request: pytest.FixtureRequest) -> Races:
    """Call it when the set-up is done."""
    if SERVER:
        request.getfixturevalue("db_catalogue")  # the test before this one has emptied every table
        return lambda: Race(None)

    def copied() -> Race:
        connection.ensure_connection()
        path = tmp_path / "race.sqlite3"
        # A backup would wait for the transaction of the test to end.
        path.write_bytes(connection.connection.serialize())
        # The first connection switches the file to write-ahead logging, which only one can do at a time.
        with connected(path):
            connection.ensure_connection()
        return Race(path)

    return copied
