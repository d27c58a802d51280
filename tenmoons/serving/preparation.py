"""Preparation of a start: tables, static files and catalogue, each only if something has changed.

During an update the previous version still serves: tables and static files are created so that both versions can use
them, and the catalogue is loaded when it has ended. If a process is killed halfway, the next process or this version’s
worker continues when it starts.
"""

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.apps import apps
from django.conf import settings
from django.contrib.staticfiles.storage import ManifestFilesMixin, staticfiles_storage
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import DEFAULT_DB_ALIAS, OperationalError, connection, connections, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from cards.catalogue import services
from cards.models import Card
from common.errors import DomainError
from common.i18n import translated
from tenmoons.backup.tables import applied_migrations
from tenmoons.backup.write import write_backup
from tenmoons.monitoring.measurements import are_migrations_applied
from tenmoons.serving.process_checks import lock_file
from tenmoons.serving.static_storage import collect_static_if_changed

logger = logging.getLogger(__name__)


def prepare_site(say: Callable[[str], object], *, beside: bool = False) -> None:
    """Create tables and static files and load the catalogue; `say` is called with what was done.

    `beside` the previous version, the catalogue is postponed, unless there is none yet. Raises `CommandError` if the
    database or the disk cannot be used; finished steps stay.
    """
    say(f"Data is stored in {settings.VAR_DIR}.")
    try:
        with _exclusive_preparation():
            if not are_migrations_applied():
                create_or_migrate_tables()
            if isinstance(staticfiles_storage, ManifestFilesMixin) and collect_static_if_changed():
                say("Styles, scripts and pictures compressed.")
            if beside and Card.objects.exists():
                services.mark_tables_loaded(services.tables_fingerprint(), services.PUT_OFF)
                say("To load the catalogue, run prepare again or start the worker once the old version has stopped.")
            else:
                call_command("load_catalogue", if_changed=True, verbosity=0)
                say(f"The catalogue has {Card.objects.count()} cards.")
    except OperationalError as error:
        raise CommandError(f"The database isn’t usable: {str(error).strip()}. {CONTINUE_HINT}") from None
    except OSError as error:
        raise CommandError(f"{error.filename or settings.VAR_DIR}: {error.strerror}. {CONTINUE_HINT}") from None
    connections.close_all()


def create_or_migrate_tables() -> None:
    """Update the tables; on a new site, create them from the models, which is a tenth of the work."""
    if connection.introspection.table_names():
        _back_up_before_migrating()
        call_command("migrate", interactive=False, verbosity=0)
        return
    by_migrations = settings.MIGRATION_MODULES
    connection.disable_constraint_checking()  # impossible within an SQLite transaction
    try:
        with transaction.atomic():
            settings.MIGRATION_MODULES = dict.fromkeys((app.label for app in apps.get_app_configs()), None)
            call_command("migrate", interactive=False, verbosity=0, run_syncdb=True)
            settings.MIGRATION_MODULES = by_migrations
            record_migrations_applied()
    finally:
        settings.MIGRATION_MODULES = by_migrations
        connection.enable_constraint_checking()


def _back_up_before_migrating() -> None:
    """Back up a site that an update changes; keep the backups of the last three updates."""
    if not applied_migrations(DEFAULT_DB_ALIAS):
        return
    folder = settings.VAR_DIR / "backups"
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        write_backup(folder / f"before-update-{timezone.now():%Y-%m-%d-%H%M%S-%f}.zip")
    except DomainError as error:
        raise CommandError(f"An update makes a backup first. {translated(error)} {CONTINUE_HINT}") from error
    for old in sorted(folder.glob("before-update-*.zip"))[:-3]:
        old.unlink()


def record_migrations_applied() -> None:
    """Record all migrations as applied: tables created from the models need no migration, and they are empty."""
    recorder = MigrationRecorder(connection)
    recorder.ensure_schema()
    names = MigrationLoader(connection).disk_migrations
    recorder.migration_qs.bulk_create(recorder.Migration(app=app, name=name) for app, name in names)


CONTINUE_HINT = "To continue from here, start the site or run prepare again."


@contextmanager
def _exclusive_preparation() -> Iterator[None]:
    """Wait until no other process prepares this site."""
    with (settings.VAR_DIR / "preparing.lock").open("w") as file:
        lock_file(file, wait=True)
        yield


def load_postponed_catalogue() -> threading.Thread:
    """Load the catalogue that an update to this version has postponed, in a thread."""
    thread = threading.Thread(target=_load_postponed, name="catalogue", daemon=True)
    thread.start()
    return thread


def _load_postponed() -> None:
    try:
        if services.is_load_postponed(services.tables_fingerprint()):
            prepare_site(logger.info)
    except Exception:
        logger.exception("The catalogue wasn’t loaded. Run: manage.py prepare")
    finally:
        connections.close_all()
