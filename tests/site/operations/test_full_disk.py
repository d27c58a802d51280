"""A full disk, a read-only database: a clear page, stored data stays, nothing is damaged."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from django.db import connection
from django.test import Client

from accounts.models import ApiToken, User
from tests.faults.client import Client as Caller
from tests.faults.client import Unknown
from tests.servers.binaries import free_port
from tests.servers.process import Program, listens

ROOT = Path(__file__).resolve().parent.parent.parent.parent


class Small:
    """A site whose files may not grow beyond so many kilobytes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.database = folder / "tenmoons.sqlite3"
        own = {"VAR_DIR": str(folder), "DATABASE_URL": "", "REDIS_URL": "", "API_RATE_TOKEN": "100000/min"}
        self.environment = os.environ | own

    def token(self) -> str:
        """Return a token of somebody who may store decks."""
        command = [sys.executable, "-m", "tests.faults.stage", "open", "0", "2", "0"]
        run = subprocess.run(command, cwd=ROOT, env=self.environment, capture_output=True, check=True)
        return str(json.loads(run.stdout)["tokens"][0])

    def start(self, most: int | None = None) -> Program:
        serve = f'exec "{sys.executable}" "{ROOT / "manage.py"}" serve --port {self.port}'
        limit = f"ulimit -f {most * 2}; " if most else ""  # in blocks of 512 bytes
        environment = self.environment
        command = ["sh", "-c", limit + serve]
        site = Program(
            "site", self.folder, command=command, environment=environment, answers=lambda: listens(self.port)
        )
        return site.start()


@pytest.fixture
def small(ready: Path | None) -> Iterator[Small]:
    with tempfile.TemporaryDirectory() as folder:
        if ready is not None:
            shutil.copy(ready, Path(folder) / "tenmoons.sqlite3")
        yield Small(Path(folder))


def count_of(caller: Caller, name: str) -> int:
    """Return the status of a request to store a deck."""
    try:
        body = {"name": name, "notes": "moon " * 700, "cards": [{"card": "Vulca 01"}]}
        return caller.call("POST", "decks/", body).status
    except Unknown:
        return 0


@pytest.mark.thorough  # two starts of a site and a database filled up; a read-only one says the same, below
@pytest.mark.xdist_group("crash")
@pytest.mark.filterwarnings("ignore")
def test_a_full_disk_is_said_and_loses_nothing(small: Small) -> None:
    caller = Caller(small.url, token=small.token())
    most = small.database.stat().st_size // 1024 + 200
    site, refused, names = small.start(most), 0, list[str]()
    try:
        until = time.monotonic() + 90
        while refused < 3 and time.monotonic() < until:
            name = f"Deck {len(names)}"
            status = count_of(caller, name)
            refused += status == 503
            if status == 201:
                names.append(name)
        assert refused >= 3
        assert names
        assert caller.call("GET", "cards/").done
    finally:
        site.stop()
    again = small.start()
    try:
        assert count_of(caller, "There is room again") == 201
    finally:
        again.stop()
    with closing(sqlite3.connect(small.database)) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        rows = [name for (name,) in database.execute("SELECT name FROM decks_deck ORDER BY id")]
    assert [name for name in rows if name in set(names)] == names


@pytest.mark.both
@pytest.mark.django_db
def test_a_database_that_may_only_be_read_shows_everything_and_says_why_nothing_is_kept(roland: User) -> None:
    headers = {"Authorization": f"Bearer {ApiToken.issue(user=roland, name='test')[1]}"}
    client = Client(raise_request_exception=False, headers=headers)
    lite = connection.vendor == "sqlite"
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA query_only = ON" if lite else "SET TRANSACTION READ ONLY")
    try:
        assert client.get("/cards/").status_code == 200
        answer = client.post("/api/v1/matches/", {"players": ["Roland", "Elinor"]}, content_type="application/json")
        assert (answer.status_code, answer.json()["error"]["code"]) == (503, "unavailable")
    finally:
        if lite:
            connection.connection.execute("PRAGMA query_only = OFF")
