"""A test database with its catalogue, made once: kept until something it depends on changes, copied into every run.

Making the tables and reading the catalogue takes ten seconds of processor time, copying half a second. On SQLite the
tables are made straight from the models, as those of a new site are; `tests/migrations.py` checks that a site which
went through all migrations has the same, and PostgreSQL goes through them here.
"""

from __future__ import annotations

import gc
import hashlib
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.db import connection, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test.utils import setup_databases, teardown_databases
from filelock import FileLock

from tests.both import TEMPLATE
from tests.migrations import GARBAGE_THRESHOLD

ROOT = Path(__file__).resolve().parent.parent
# What the tables and the catalogue are made from: the migrations of every app, the code that reads the catalogue, its
# files, and the versions of libraries.
SOURCES = ("*/migrations/*.py", "accounts/**/*.py", "cards/**/*.py", "common/**/*.py", "fixtures/**/*.csv")
VERSIONS = "requirements-dev.txt"
# Where pytest keeps what `config.cache.mkdir("ready-database")` makes.
CACHE_FOLDER = ROOT / ".pytest_cache" / "d" / "ready-database"

Made = list[tuple[BaseDatabaseWrapper, str, bool]]

# The rows of each table of the fresh database, as PostgreSQL copies them; on SQLite there is the file.
_ready_rows: dict[str, bytes] = {}


def fingerprint() -> str:
    """Return a hash of all that the database is made from."""
    digest = hashlib.sha256()
    for path in [*sorted({file for pattern in SOURCES for file in ROOT.glob(pattern)}), ROOT / VERSIONS]:
        digest.update(str(path.relative_to(ROOT)).encode())
        digest.update(path.read_bytes() if path.is_file() else b"")
    return digest.hexdigest()[:24]


def set_up(folder: Path) -> tuple[Made, Path | None]:
    """Set up the test database with the catalogue: from the file in the folder, else made and put there.

    On PostgreSQL the first process makes it, and the others copy it within the server. Returns what
    `teardown_databases` wants, and the file; there is none on another server than SQLite.
    """
    with FileLock(folder / "lock"):
        if connection.vendor != "sqlite":
            made = _cloned() if _run_has_template() else _made_with_template()
            _ready_rows.update(_rows_of_every_table())
            return made, None
        file = folder / f"{fingerprint()}.sqlite3"
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
    from tenmoons.serving.preparation import record_migrations_applied

    if connection.vendor == "sqlite":
        made = _set_up_without_migrations()
        record_migrations_applied()
    else:
        made = setup_databases(verbosity=0, interactive=False, serialized_aliases=[])
    call_command("load_catalogue", verbosity=0)
    return made


def _template() -> str:
    """Return the database on the server that the processes of this run copy; TEST_TEMPLATE names one made before the
    run."""
    return os.environ.get(TEMPLATE) or f"ready_{os.environ.get('PYTEST_XDIST_TESTRUNUID', 'alone')}_{fingerprint()[:8]}"


def _on_server(statement: str, *values: object) -> list[tuple[object, ...]]:
    """Run a statement outside the databases of the tests."""
    own = connection.settings_dict
    address = {"host": own["HOST"], "port": own["PORT"], "user": own["USER"], "password": own["PASSWORD"]}
    given = {name: value for name, value in address.items() if value}
    with psycopg.connect(dbname="postgres", autocommit=True, **given) as server:
        result = server.execute(statement, values or None)
        return list(result) if result.description else []


def _run_has_template() -> bool:
    return bool(_on_server("SELECT 1 FROM pg_database WHERE datname = %s", _template()))


def _made_with_template() -> Made:
    made = _made()
    connection.close()
    name = connection.settings_dict["NAME"]
    _on_server(f'CREATE DATABASE "{_template()}" TEMPLATE "{name}"')
    return made


def _cloned() -> Made:
    name = connection.settings_dict["TEST"]["NAME"] or f"test_{connection.settings_dict['NAME']}"
    _on_server(f'CREATE DATABASE "{name}" TEMPLATE "{_template()}"')
    return _set_up_without_migrations(keepdb=True)


def _rows_of_every_table() -> dict[str, bytes]:
    rows: dict[str, bytes] = {}
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            with cursor.copy(f'COPY "{table}" TO STDOUT') as copied:
                if content := b"".join(copied):
                    rows[table] = content
    return rows


def fill_again(file: Path | None) -> None:
    """Fill the database whose tables a test has emptied with its first rows."""
    if connection.vendor == "postgresql":
        _copy_rows()
    elif file is None or connection.in_atomic_block:  # a copy of the file would end the transaction
        call_command("load_catalogue", verbosity=0)
    else:
        _copy_file(file)


def _copy_rows() -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        for table, content in _ready_rows.items():
            cursor.execute(f'SELECT EXISTS (SELECT 1 FROM "{table}")')
            if not cursor.fetchone()[0]:
                with cursor.copy(f'COPY "{table}" FROM STDIN') as copied:
                    copied.write(content)


def _copy_file(file: Path) -> None:
    with closing(sqlite3.connect(file)) as ready:
        ready.backup(connection.connection)
    ContentType.objects.clear_cache()


def drop_template(folder: Path) -> None:
    """Drop the template that the processes of this run copied: the server need not keep it."""
    if connection.vendor == "sqlite" or os.environ.get(TEMPLATE):
        return
    with FileLock(folder / "lock"):
        _on_server(f'DROP DATABASE IF EXISTS "{_template()}"')


def _set_up_without_migrations(*, keepdb: bool = False) -> Made:
    """Create tables straight from the models if there are none."""
    settings = connection.settings_dict["TEST"]
    before, settings["MIGRATE"] = settings["MIGRATE"], False
    made: Made = setup_databases(verbosity=0, interactive=False, serialized_aliases=[], keepdb=keepdb)
    settings["MIGRATE"] = before
    return made


def _copied(file: Path) -> Made:
    """Create tables straight from the models; then copy the file over them, with its rows."""
    made = _set_up_without_migrations()
    _copy_file(file)
    return made


def make_template() -> None:
    """Create the template that TEST_TEMPLATE names, before the run in which it is copied."""
    gc.set_threshold(GARBAGE_THRESHOLD)
    teardown_databases(_made_with_template(), verbosity=0)


def make_file() -> None:
    """Create the file before the run in which it is copied, so that no process waits for another one."""
    CACHE_FOLDER.mkdir(parents=True, exist_ok=True)
    set_up(CACHE_FOLDER)
