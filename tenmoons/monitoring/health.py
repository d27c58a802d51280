"""Whether this process may be given requests, and how the clocks of the drafts are."""

from __future__ import annotations

import time
from functools import lru_cache

from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from redis import Redis

SWEPT = "watch:sweep"
# The beat looks every second; after so many without a look the clocks count as late.
LATE = 30.0
_migrated = False


@require_safe
@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    """The process answers; nothing else is asked."""
    return JsonResponse({"status": "ok"})


@require_safe
@never_cache
def readyz(request: HttpRequest) -> JsonResponse:
    """200 while database, migrations and (if set) Redis are as they must be, else 503 with which is not.

    A late clock sweep is told, not refused: every read of a draft decides what is due, so a site without a beat still
    serves, and sending nobody to it would make a small fault a large one.
    """
    checks = {"database": database_answers()}
    checks["migrations"] = checks["database"] and migrated()
    if settings.REDIS_URL:
        checks["redis"] = redis_answers()
    ready, age = all(checks.values()), sweep_age()
    body = {
        "status": "ok" if ready else "not ready",
        "checks": checks,
        "sweep": {"age_seconds": None if age is None else round(age, 1), "late": age is None or age > LATE},
    }
    return JsonResponse(body, status=200 if ready else 503)


def database_answers() -> bool:
    """Whether the database says anything."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except Exception:
        return False
    return True


def migrated() -> bool:
    """Whether the database has every migration this code knows. Once it has, it is not asked again."""
    global _migrated
    if not _migrated:
        try:
            executor = MigrationExecutor(connection)
            _migrated = not executor.migration_plan(executor.loader.graph.leaf_nodes())
        except Exception:
            return False
    return _migrated


@lru_cache(maxsize=1)
def _redis(url: str) -> Redis:
    return Redis.from_url(url, socket_timeout=2, socket_connect_timeout=2)


def redis() -> Redis:
    """A client that does not wait long."""
    return _redis(settings.REDIS_URL)


def redis_answers() -> bool:
    """Whether Redis says PONG."""
    try:
        return bool(redis().ping())
    except Exception:
        return False


def swept() -> None:
    """The clocks have been looked at just now."""
    cache.set(SWEPT, time.time(), 24 * 3600)


def sweep_age() -> float | None:
    """Seconds since somebody looked at the clocks; None if nobody has, or nobody knows."""
    try:
        at = cache.get(SWEPT)
    except Exception:
        return None
    return None if at is None else max(time.time() - float(at), 0.0)
