"""A test database with its catalogue, made once: kept until something it depends on changes, copied into every run.

Making the tables by migrations and reading the catalogue takes ten seconds of processor, copying half a second.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test.utils import setup_databases
from filelock import FileLock

ROOT = Path(__file__).resolve().parent.parent
# What the tables and the catalogue are made from: the migrations of every app, the code that reads the catalogue, the
# files it reads, and the versions of what others have written.
SOURCES = ("*/migrations/*.py", "accounts/**/*.py", "cards/**/*.py", "common/**/*.py", "fixtures/**/*.csv")
VERSIONS = "requirements-dev.txt"

Made = list[tuple[BaseDatabaseWrapper, str, bool]]


def fingerprint() -> str:
    """A hash of all that the database is made from."""
    found = hashlib.sha256()
    for path in [*sorted({file for pattern in SOURCES for file in ROOT.glob(pattern)}), ROOT / VERSIONS]:
        found.update(str(path.relative_to(ROOT)).encode())
        found.update(path.read_bytes() if path.is_file() else b"")
    return found.hexdigest()[:24]


def set_up(folder: Path) -> tuple[Made, Path | None]:
    """Set up the test database with the catalogue: from the file in the folder, else made and put there.

    Returns what `teardown_databases` wants, and the file; there is none on another server than SQLite.
    """
    if connection.vendor != "sqlite":
        return _made(), None
    file = folder / f"{fingerprint()}.sqlite3"
    with FileLock(folder / "lock"):
        if file.exists():
            return _copied(file), file
        made = _made()
        for old in _older(folder):
            old.unlink()
        part = file.with_suffix(".part")
        part.write_bytes(connection.connection.serialize())
        part.rename(file)
    return made, file


def _older(folder: Path) -> Iterator[Path]:
    yield from folder.glob("*.sqlite3")
    yield from folder.glob("*.part")


def _made() -> Made:
    made: Made = setup_databases(verbosity=0, interactive=False, serialized_aliases=[])
    call_command("load_catalogue", verbosity=0)
    return made


def _copied(file: Path) -> Made:
    """Tables straight from the models, in a moment; then the file over them, which has come by every migration."""
    settings = connection.settings_dict["TEST"]
    before, settings["MIGRATE"] = settings["MIGRATE"], False
    made: Made = setup_databases(verbosity=0, interactive=False, serialized_aliases=[])
    settings["MIGRATE"] = before
    with closing(sqlite3.connect(file)) as ready:
        ready.backup(connection.connection)
    ContentType.objects.clear_cache()
    return made
