"""Checks of the data: database, migrations, catalogue, Redis, the queue, the backup."""

import time
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from django.apps import apps
from django.conf import settings
from django.db import Error, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from cards.catalogue import services
from cards.models import Card
from tenmoons.doctor.findings import DoctorFinding, failing, hint, passing
from tenmoons.monitoring.measurements import backup_age_days, clock_lag, last_backup_time, redis_client
from tenmoons.monitoring.task_metrics import waiting_tasks_and_age
from tenmoons.monitoring.vitals import HEALTH_CHECKS

MAX_NAMES_LISTED = 5
# How long a new site may be without a backup, which is first made at night.
NEW_SITE_AGE = timedelta(days=2)


def check_database() -> Iterator[DoctorFinding]:
    began = time.perf_counter()
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except Error as error:
        yield failing("database", f"isn’t responding: {str(error).strip()}", "Start it, or fix DATABASE_URL.")
        return
    yield passing("database", f"{connection.vendor} responds in {(time.perf_counter() - began) * 1000:.0f} ms")


def check_migrations() -> Iterator[DoctorFinding]:
    """Check that the tables match this version."""
    executor = MigrationExecutor(connection)
    missing = [str(migration) for migration, _backwards in executor.migration_plan(executor.loader.graph.leaf_nodes())]
    known = set(executor.loader.disk_migrations)
    installed = {config.label for config in apps.get_app_configs()}
    newer = [
        ".".join(migration)
        for migration in executor.loader.applied_migrations
        if migration not in known and migration[0] in installed
    ]
    if missing:
        more = f" and {len(missing) - MAX_NAMES_LISTED} more" if len(missing) > MAX_NAMES_LISTED else ""
        message = f"{len(missing)} not applied: {', '.join(missing[:MAX_NAMES_LISTED])}{more}"
        yield failing("migrations", message, "Back up, then run manage.py migrate.")
    elif newer:
        message = f"all applied, and {', '.join(newer[:MAX_NAMES_LISTED])} from a newer version, as after going back"
        yield hint("migrations", message, "That’s fine for one release back. To go back further, restore a backup.")
    else:
        yield passing("migrations", "all applied")


def check_catalogue() -> Iterator[DoctorFinding]:
    """Check that the cards match this version."""
    count = Card.objects.count()
    if not count:
        yield failing("catalogue", "no cards are loaded", "Run manage.py load_catalogue.")
    elif not services.are_tables_loaded(services.tables_fingerprint()):
        message = f"{count} cards, loaded by a different version or from different tables"
        yield hint("catalogue", message, "Run manage.py load_catalogue. It shows what changes.")
    else:
        yield passing("catalogue", f"{count} cards, up to date")


def check_redis() -> Iterator[DoctorFinding]:
    """Check that Redis responds and can’t lose waiting tasks."""
    if not settings.REDIS_URL:
        yield passing("Redis", "not used, because the site is a single process")
        return
    try:
        about: Any = redis_client().info("memory")
        policy = str(about.get("maxmemory_policy", ""))
    except Exception as error:
        yield failing("Redis", f"isn’t responding: {error}", "Start it, or fix REDIS_URL.")
        return
    if policy not in ("noeviction", ""):
        message = f"responds, but drops entries when its memory is full ({policy}), including waiting tasks"
        yield hint("Redis", message, "Set maxmemory-policy noeviction in its configuration.")
    else:
        yield passing("Redis", "responds")


def check_task_queue() -> Iterator[DoctorFinding]:
    """Check that workers handle tasks and clocks; with Redis, where every process sees both."""
    if not settings.REDIS_URL:
        yield passing("queue", "runs inside the site, so it’s checked with the running site")
        return
    length, oldest = waiting_tasks_and_age()
    if not HEALTH_CHECKS["queue"].is_well(oldest):
        message = f"{length} waiting, the oldest for {oldest:.0f} s"
        yield failing("queue", message, "Start the worker: celery -A tenmoons worker. If it’s running, see its log.")
    else:
        yield passing("queue", f"{length} waiting, the oldest for {oldest:.0f} s")
    yield clocks_finding(clock_lag())


def clocks_finding(age: float | None) -> DoctorFinding:
    """Judge the seconds since the draft clocks were last checked."""
    if not HEALTH_CHECKS["sweep"].is_well(age):
        message = "they’ve never been checked" if age is None else f"last checked {age:.0f} s ago"
        return failing("clocks", message, "Start the beat (python -m tenmoons.beat) and the worker.")
    return passing("clocks", f"checked {age:.0f} s ago")


def check_backup() -> Iterator[DoctorFinding]:
    backup_time = last_backup_time()
    if backup_time is None:
        advice = "Run manage.py backup FILE every night, by cron or a timer."
        first = MigrationRecorder(connection).migration_qs.order_by("applied").values_list("applied", flat=True).first()
        is_new = first is not None and timezone.now() - first < NEW_SITE_AGE
        report = hint if is_new else failing
        yield report("backup", "none has been made on this machine", advice)
        return
    days = backup_age_days() or 0.0
    if days < -1:
        yield failing(
            "backup", f"the last one is dated {backup_time:%Y-%m-%d}, in the future", "Set this machine’s clock."
        )
    elif not HEALTH_CHECKS["backup"].is_well(days):
        yield failing(
            "backup",
            f"the last one is {days:.0f} days old",
            "Run manage.py backup FILE, and find out why the regular backup stopped.",
        )
    else:
        yield passing("backup", f"the last one is {_age_in_words(days)} old")


def _age_in_words(days: float) -> str:
    hours = max(round(days * 24), 0)
    if hours < 1:
        return "less than an hour"
    return f"{hours} hour{'' if hours == 1 else 's'}" if hours < 48 else f"{days:.0f} days"
