"""Write a backup: a consistent snapshot of the database while the site runs."""

import contextlib
import json
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connections, transaction
from django.utils import timezone

from common.errors import Invalid
from common.text import gettext_noop
from tenmoons.backup import tables
from tenmoons.backup.archive import BackupManifest, BackupWriter
from tenmoons.version import __version__

LAST_BACKUP_FILE = "last_backup.json"


@contextlib.contextmanager
def consistent_read(using: str) -> Iterator[None]:
    """Open a transaction that sees the database as of its first query, without blocking writers."""
    connection = connections[using]
    if connection.in_atomic_block:
        yield
        return
    mode = getattr(connection, "transaction_mode", None)
    try:
        if connection.vendor == "sqlite":
            # In WAL mode a reader has its own snapshot; taking the write lock, as the site does, is not needed.
            connection.transaction_mode = "DEFERRED"  # type: ignore[attr-defined]
        with transaction.atomic(using=using):
            if connection.vendor == "postgresql":
                with connection.cursor() as cursor:
                    cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield
    finally:
        if connection.vendor == "sqlite":
            connection.transaction_mode = mode  # type: ignore[attr-defined]


def write_backup(path: Path, *, using: str = DEFAULT_DB_ALIAS) -> BackupManifest:
    """Write everything to a new file; raises `Invalid` when it can’t be written, or there is nothing to write."""
    with BackupWriter(path) as writer, consistent_read(using):
        migrations = tables.applied_migrations(using)
        if not migrations:
            raise Invalid(gettext_noop("This database has no tables. Check DATABASE_URL and VAR_DIR."))
        members = []
        for label, model in tables.models_at_migrations(using, migrations).items():
            columns = [field.attname for field in tables.stored_fields_of(model)]
            # Closed at once if the disk is full, because the database is closed before Python tidies up.
            with contextlib.closing(tables.rows_of_model(model, using)) as rows:
                members.append(writer.write_table(label, columns, rows, tables.last_id_of_table(model, using)))
        manifest = BackupManifest(
            made=timezone.now().isoformat(),
            version=__version__,
            database=connections[using].vendor,
            migrations=migrations,
            members=members,
        )
        writer.finish_backup(manifest)
    _record_last_backup(path, manifest)
    return manifest


def _record_last_backup(path: Path, manifest: BackupManifest) -> None:
    """Note time and size of the last backup for the status page. A full disk does not undo the backup."""
    about = {"made": manifest.made, "rows": manifest.row_count, "bytes": path.stat().st_size}
    with contextlib.suppress(OSError):
        (settings.VAR_DIR / LAST_BACKUP_FILE).write_text(json.dumps(about), encoding="utf-8")
