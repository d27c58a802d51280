"""Row writes: statements that are compiled once per process, for the writes of every move of a game.

`QuerySet.update` takes longer to build its statement than SQLite to execute it.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.models import Model

# SQL, and the fields of its parameters.
Statement = tuple[str, list[Any]]


def update_rows(model: type[Model], changes: Mapping[str, object], **where: object) -> int:
    """Write fields of the rows whose other fields equal `where`; return how many rows."""
    sql, fields = _update_statement(model, tuple(changes), tuple(where))
    with unlogged_cursor() as cursor:
        cursor.execute(sql, _column_values(fields, (*changes.values(), *where.values()), cursor.db))
        return int(cursor.rowcount)


def insert_rows(model: type[Model], names: tuple[str, ...], rows: Iterable[Iterable[object]]) -> None:
    """Insert rows with the values of these fields, in their order. The model’s defaults don’t apply."""
    sql, fields = _insert_statement(model, names)
    with unlogged_cursor() as cursor:
        cursor.executemany(sql, [_column_values(fields, row, cursor.db) for row in rows])


def _column_values(fields: list[Any], values: Iterable[object], database: Any) -> list[Any]:
    """Return values in the database’s form."""
    return [field.get_db_prep_save(value, database) for field, value in zip(fields, values, strict=True)]


@lru_cache(maxsize=256)
def _update_statement(model: type[Model], names: tuple[str, ...], where: tuple[str, ...]) -> Statement:
    fields: list[Any] = [model._meta.get_field(name) for name in (*names, *where)]
    columns = [f"{connection.ops.quote_name(field.column)} = %s" for field in fields]
    changed, same = ", ".join(columns[: len(names)]), " AND ".join(columns[len(names) :])
    return f"UPDATE {sql_table(model)} SET {changed} WHERE {same}", fields


@lru_cache(maxsize=256)
def _insert_statement(model: type[Model], names: tuple[str, ...]) -> Statement:
    fields: list[Any] = [model._meta.get_field(name) for name in names]
    columns = ", ".join(connection.ops.quote_name(field.column) for field in fields)
    places = ", ".join(["%s"] * len(fields))
    return f"INSERT INTO {sql_table(model)} ({columns}) VALUES ({places})", fields


def sql_table(model: type[Model]) -> str:
    return connection.ops.quote_name(model._meta.db_table)


def unlogged_cursor() -> Any:
    """Return a cursor that doesn’t log statements, as Django’s does with DEBUG."""
    database = connections[DEFAULT_DB_ALIAS]  # `connection` would look it up three times
    database.ensure_connection()
    return database.make_cursor(database.create_cursor())
