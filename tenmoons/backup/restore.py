"""Restore: checks a whole backup, then loads it in one transaction, or not at all."""

import zipfile
from pathlib import Path

from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections, transaction
from django.db.migrations.executor import MigrationExecutor

from common.errors import Conflict, Invalid
from common.text import gettext_noop
from tenmoons.backup import archive, tables
from tenmoons.backup.archive import BackupManifest, TableEntry, damaged_backup_error

# The site is unused while these tables are empty; the catalogue may be loaded.
_TABLES_OF_USED_SITE = ("accounts.user", "accounts.person")


def check_backup(path: Path, *, using: str = DEFAULT_DB_ALIAS) -> BackupManifest:
    """Check every row of a file; raises `Invalid` for a damaged file or one from a newer version."""
    with archive.open_backup(path) as (manifest, backup):
        _refuse_newer_backup(manifest, using)
        for member in manifest.members:
            for _row in archive.rows_of_backup_table(backup, member):
                pass
        return manifest


def restore_backup(path: Path, *, using: str = DEFAULT_DB_ALIAS, replace: bool = False) -> BackupManifest:
    """Restore a file into the database: an empty one, or with `replace` one that is in use.

    A database without tables gets them, and a file of an older version is migrated in it. Raises `Invalid` for an
    unusable file and `Conflict` for a database that must not be overwritten; then nothing has changed.
    """
    check_backup(path, using=using)
    with archive.open_backup(path) as (manifest, backup):
        fresh = not connections[using].introspection.table_names()
        if fresh:
            executor = MigrationExecutor(connections[using])
            executor.migrate(tables.last_migration_nodes(executor.loader, manifest.migrations))
        _require_same_migrations(manifest, using)
        models = tables.models_at_migrations(using, manifest.migrations)
        _require_same_tables(manifest, models)
        if not replace and any(models[label]._base_manager.using(using).exists() for label in _TABLES_OF_USED_SITE):
            template = gettext_noop(
                "This database isn’t empty. Use an empty one, or add --replace to overwrite what’s in it. Nothing"
                " was changed."
            )
            raise Conflict(template)
        with transaction.atomic(using=using):
            _replace_rows(manifest, backup, models, using)
    call_command("migrate", database=using, interactive=False, verbosity=0)
    return manifest


def _refuse_newer_backup(manifest: BackupManifest, using: str) -> None:
    newer = tables.unknown_migrations(using, manifest.migrations)
    if newer:
        template = gettext_noop(
            "This backup is from a newer version of Ten Moons (%(version)s), which has %(newer)s. Update this "
            "site first."
        )
        raise Invalid(template, {"version": manifest.version, "newer": ", ".join(newer[:3])})


def _require_same_migrations(manifest: BackupManifest, using: str) -> None:
    applied = {(app, name) for app, names in tables.applied_migrations(using).items() for name in names}
    there = {(app, name) for app, names in manifest.migrations.items() for name in names}
    if there - applied:
        raise Conflict(gettext_noop("This database is older than the backup. Run manage.py migrate first."))
    if applied - there:
        template = gettext_noop(
            "This backup is older than this database. Use a database without any tables: they’ll be created as "
            "they were then, filled and brought up to date."
        )
        raise Conflict(template)


def _require_same_tables(manifest: BackupManifest, models: dict[str, tables.ModelClass]) -> None:
    labels = [member.model for member in manifest.members]
    if sorted(labels) != sorted(models):
        raise damaged_backup_error("tables")
    for member in manifest.members:
        if sorted(member.columns) != sorted(field.attname for field in tables.stored_fields_of(models[member.model])):
            raise damaged_backup_error(member.model)


def _replace_rows(
    manifest: BackupManifest, backup: zipfile.ZipFile, models: dict[str, tables.ModelClass], using: str
) -> None:
    connection = connections[using]
    names = [model._meta.db_table for model in models.values()]
    if connection.vendor == "postgresql":
        connection.check_constraints()  # never empties a table that is still to be checked
    with connection.cursor() as cursor:
        for statement in connection.ops.sql_flush(no_style(), names):
            cursor.execute(statement)
    for member in manifest.members:
        _fill_table(backup, member, models[member.model], using)
    try:
        connection.check_constraints()
    except DatabaseError as error:
        raise Invalid(gettext_noop("The rows don’t match each other: %(why)s"), {"why": str(error).strip()}) from error
    for member in manifest.members:
        tables.set_next_id_after(models[member.model], member.last, using)


def _fill_table(backup: zipfile.ZipFile, member: TableEntry, model: tables.ModelClass, using: str) -> None:
    try:
        count = tables.insert_rows(model, member.columns, archive.rows_of_backup_table(backup, member), using)
    except (DatabaseError, ValidationError, ValueError, TypeError, AttributeError, OverflowError) as error:
        template = gettext_noop("Can’t load rows into the table %(table)s: %(why)s")
        raise Invalid(template, {"table": member.model, "why": str(error).strip()}) from error
    if count != member.rows or model._base_manager.using(using).count() != member.rows:
        raise damaged_backup_error(member.model)
