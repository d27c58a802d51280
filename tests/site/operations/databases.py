"""Databases besides the usual one of the tests, created for one test and removed after it."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import environ
from django.db import connections
from django.db.utils import load_backend

from tenmoons.backup import tables


@contextlib.contextmanager
def database(alias: str, url: str) -> Iterator[str]:
    """Yield a database under an alias, as the settings would have it."""
    config: dict[str, Any] = environ.Env.db_url_config(url)
    if "sqlite" in config["ENGINE"]:
        config["OPTIONS"] = {
            "transaction_mode": "IMMEDIATE",
            "timeout": 5,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;",
        }
    ready = connections.configure_settings({"default": config})["default"]
    # Only this thread knows it, and the test case, which forbids those of the settings, allows it.
    connections[alias] = load_backend(ready["ENGINE"]).DatabaseWrapper(ready, alias)
    try:
        yield alias
    finally:
        connections[alias].close()
        del connections[alias]


def sqlite(alias: str, folder: Path) -> contextlib.AbstractContextManager[str]:
    """Return one in a file."""
    return database(alias, f"sqlite:///{folder / alias}.sqlite3")


def contents(using: str) -> dict[str, list[list[Any]]]:
    """Return every row of every table."""
    here = tables.models_at_migrations(using, tables.applied_migrations(using))
    return {label: list(tables.rows_of_model(model, using)) for label, model in here.items()}


def last_ids(using: str) -> dict[str, int]:
    """Return the highest id that each table ever gave."""
    here = tables.models_at_migrations(using, tables.applied_migrations(using))
    return {label: tables.last_id_of_table(model, using) for label, model in here.items()}
