"""Database tables for backups: listing them, converting values to JSON and back, id sequences."""

import datetime as dt
import decimal
import uuid
from collections.abc import Generator, Iterable
from itertools import islice
from typing import Any

from django.apps import apps as present
from django.db import connections, models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

ModelClass = type[models.Model]
ROWS_PER_BATCH = 500


def applied_migrations(using: str) -> dict[str, list[str]]:
    names: dict[str, list[str]] = {}
    for app, name in sorted(MigrationRecorder(connections[using]).applied_migrations()):
        names.setdefault(app, []).append(name)
    return names


def unknown_migrations(using: str, migrations: dict[str, list[str]]) -> list[str]:
    disk = MigrationLoader(connections[using]).disk_migrations
    known = {*disk, *(pair for migration in disk.values() for pair in migration.replaces)}
    apps = {app for app, _name in known}
    return [f"{app}.{name}" for app, names in migrations.items() for name in names if (app, name) not in known] + [
        app for app in migrations if app not in apps and not migrations[app]
    ]


def last_migration_nodes(loader: MigrationLoader, migrations: dict[str, list[str]]) -> list[tuple[str, str]]:
    """Return the last of these migrations, on which no other depends."""
    known = loader.graph.node_map
    pairs = {(app, name) for app, names in migrations.items() for name in names if (app, name) in known}
    return sorted(pair for pair in pairs if not any(child.key in pairs for child in known[pair].children))


def models_at_migrations(using: str, migrations: dict[str, list[str]]) -> dict[str, ModelClass]:
    """Return every table at a point in the migrations, by label ("drafts.pick"), including many-to-many tables."""
    loader = MigrationLoader(connections[using])
    there = {(app, name) for app, names in migrations.items() for name in names}
    whole = there.issuperset(loader.graph.leaf_nodes())
    apps = present if whole else loader.project_state(last_migration_nodes(loader, migrations)).apps
    models = (
        model for model in apps.get_models(include_auto_created=True) if model._meta.managed and not model._meta.proxy
    )
    return {model._meta.label_lower: model for model in sorted(models, key=lambda model: model._meta.label_lower)}


def stored_fields_of(model: ModelClass) -> list[models.Field[Any, Any]]:
    """Return the columns that are stored, not computed by the database."""
    return [field for field in model._meta.concrete_fields if not getattr(field, "generated", False)]


def rows_of_model(model: ModelClass, using: str) -> Generator[list[Any], None, None]:
    """Yield every row in the order of its key, a few at a time."""
    names = [field.attname for field in stored_fields_of(model)]
    query = model._base_manager.using(using).order_by("pk").values_list(*names)
    for row in query.iterator(chunk_size=ROWS_PER_BATCH):
        yield [_value_as_json(value) for value in row]


def _value_as_json(value: Any) -> Any:
    if isinstance(value, dt.datetime | dt.date | dt.time):
        return value.isoformat()
    if isinstance(value, decimal.Decimal | uuid.UUID):
        return str(value)
    return value


def insert_rows(model: ModelClass, columns: list[str], rows: Iterable[list[Any]], using: str) -> int:
    """Insert rows unchanged (no `auto_now`, no signals); return how many."""
    connection = connections[using]
    fields = {field.attname: field for field in stored_fields_of(model)}
    quote = connection.ops.quote_name
    names = ", ".join(quote(fields[name].column or name) for name in columns)
    places = ", ".join(["%s"] * len(columns))
    statement = f"INSERT INTO {quote(model._meta.db_table)} ({names}) VALUES ({places})"
    ready, count = [fields[name] for name in columns], 0
    converted = (
        [_database_value(field, value, connection) for field, value in zip(ready, row, strict=True)] for row in rows
    )
    with connection.cursor() as cursor:
        while batch := list(islice(converted, ROWS_PER_BATCH)):
            cursor.executemany(statement, batch)
            count += len(batch)
    return count


def _database_value(field: models.Field[Any, Any], value: Any, connection: BaseDatabaseWrapper) -> Any:
    if value is None:
        # Here null is a value of JSON; no other non-null column has nulls.
        if isinstance(field, models.JSONField) and not field.null:
            return connection.ops.adapt_json_value(None, field.encoder)
        return None
    return field.get_db_prep_save(field.to_python(value), connection=connection)


def last_id_of_table(model: ModelClass, using: str) -> int:
    """Return the highest id the table ever assigned, 0 if it assigns none; ids are never reused."""
    field, connection = model._meta.auto_field, connections[using]
    if field is None:
        return 0
    table = model._meta.db_table
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [table])
            row = cursor.fetchone()
            return int(row[0]) if row else 0
        cursor.execute("SELECT pg_get_serial_sequence(%s, %s)", [connection.ops.quote_name(table), field.column])
        name = cursor.fetchone()[0]
        cursor.execute(f"SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM {name}")
        return int(cursor.fetchone()[0])


def set_next_id_after(model: ModelClass, last: int, using: str) -> None:
    """Make the next id higher than `last` and than every existing id."""
    field, connection = model._meta.auto_field, connections[using]
    if field is None:
        return
    table = model._meta.db_table
    highest = model._base_manager.using(using).aggregate(most=models.Max("pk"))["most"] or 0
    last = max(last, highest)
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table])
            if field.db_type_suffix(connection):  # without AUTOINCREMENT, ids follow the last row
                cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, last])
            return
        name = [connection.ops.quote_name(table), field.column]
        cursor.execute("SELECT setval(pg_get_serial_sequence(%s, %s), %s, %s)", [*name, max(last, 1), last > 0])
