"""Health: measurements of the running site, and their limits; `tenmoons.monitoring.vitals` lists them."""

from __future__ import annotations

import json
import shutil
import time
from contextlib import suppress
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.template.loader import render_to_string
from django.utils import timezone

if TYPE_CHECKING:
    from redis import Redis

CLOCK_CHECK_CACHE_KEY = "monitoring:sweep"
# Clock threads check every second; clocks count as late after this many seconds without a check.
MAX_SWEEP_AGE_SECONDS = 30.0
MAX_TASK_AGE_SECONDS = 60
MAX_CLOCK_LAG_SECONDS = 10
MIN_FREE_BYTES = 1_000_000_000
# Below this, a write-ahead log may run out of space at any moment, and then every write fails.
MIN_WRITE_BYTES = 8_000_000
MAX_BACKUP_AGE_DAYS = 7
_known_as_migrated = False


def can_render_pages() -> bool:
    """Return whether a short page can be rendered, including the names of collected static files."""
    try:
        render_to_string("error.html", {"heading": "", "message": ""})
    except Exception:
        return False
    return True


def is_database_answering() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except Exception:
        return False
    return True


def are_migrations_applied() -> bool:
    """Return whether all migrations are applied; only True is cached."""
    global _known_as_migrated
    if not _known_as_migrated:
        try:
            from django.db.migrations.executor import MigrationExecutor  # the beat doesn’t need it

            executor = MigrationExecutor(connection)
            _known_as_migrated = not executor.migration_plan(executor.loader.graph.leaf_nodes())
        except Exception:
            return False
    return _known_as_migrated


@lru_cache(maxsize=1)
def _redis_client_for(url: str) -> Redis:
    from redis import Redis

    return Redis.from_url(url, socket_timeout=2, socket_connect_timeout=2)


def redis_client() -> Redis:
    return _redis_client_for(settings.REDIS_URL)


def is_redis_answering() -> bool:
    try:
        return bool(redis_client().ping())
    except Exception:
        return False


def record_clock_check() -> None:
    cache.set(CLOCK_CHECK_CACHE_KEY, time.time(), 24 * 3600)


def clock_lag() -> float | None:
    """Return the seconds since the pick clocks were checked; None if never or without the cache."""
    try:
        checked_at = cache.get(CLOCK_CHECK_CACHE_KEY)
    except Exception:
        return None
    return None if checked_at is None else max(time.time() - float(checked_at), 0.0)


def last_backup_time() -> datetime | None:
    """Return when the last backup of this machine was made; None if there was none."""
    from tenmoons.backup.write import LAST_BACKUP_FILE  # the beat must not load models

    with suppress(OSError, ValueError, KeyError):
        record = json.loads(Path(settings.VAR_DIR, LAST_BACKUP_FILE).read_text(encoding="utf-8"))
        return datetime.fromisoformat(record["made"])
    return None


def backup_age_days() -> float | None:
    """Return the age in days of this machine’s last backup; None if there was none."""
    backup_time = last_backup_time()
    return None if backup_time is None else (timezone.now() - backup_time).total_seconds() / 86400


def free_disk_bytes() -> int:
    return shutil.disk_usage(settings.VAR_DIR).free
