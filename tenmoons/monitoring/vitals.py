"""Vitals: the measurements of a running site for its probes, the status page and the doctor."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db import connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tenmoons.monitoring import measurements
from tenmoons.monitoring.prometheus import running_drafts_and_lag
from tenmoons.monitoring.task_metrics import waiting_tasks_and_age


@dataclass(frozen=True, slots=True)
class HealthCheck:
    """A measured value and whether it is good. If a `needed` value isn’t good, nothing works."""

    measure: Callable[[], Any]
    is_well: Callable[[Any], bool] = bool
    needed: bool = False


HEALTH_CHECKS: Mapping[str, HealthCheck] = {
    "pages": HealthCheck(lambda: measurements.can_render_pages(), needed=True),
    "database": HealthCheck(lambda: measurements.is_database_answering(), needed=True),
    "migrations": HealthCheck(
        lambda: measurements.is_database_answering() and measurements.are_migrations_applied(), needed=True
    ),
    "disk": HealthCheck(
        lambda: measurements.free_disk_bytes(), lambda free: free >= measurements.MIN_WRITE_BYTES, needed=True
    ),
    "redis": HealthCheck(lambda: measurements.is_redis_answering(), needed=True),
    "sweep": HealthCheck(
        lambda: measurements.clock_lag(), lambda age: age is not None and age <= measurements.MAX_SWEEP_AGE_SECONDS
    ),
    "lag": HealthCheck(lambda: running_drafts_and_lag()[1], lambda late: late < measurements.MAX_CLOCK_LAG_SECONDS),
    "queue": HealthCheck(
        lambda: waiting_tasks_and_age()[1], lambda oldest: oldest <= measurements.MAX_TASK_AGE_SECONDS
    ),
    "room": HealthCheck(lambda: measurements.free_disk_bytes(), lambda free: free >= measurements.MIN_FREE_BYTES),
    "backup": HealthCheck(
        lambda: measurements.backup_age_days(),
        lambda days: days is not None and -1 <= days <= measurements.MAX_BACKUP_AGE_DAYS,
    ),
}


def site_health_checks() -> Mapping[str, HealthCheck]:
    """Return the vitals of this site: only SQLite stops at a full disk, and not every site has Redis."""
    absent = {"disk": connection.vendor != "sqlite", "redis": not settings.REDIS_URL}
    return {name: vital for name, vital in HEALTH_CHECKS.items() if not absent.get(name)}


@require_safe
@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    """Return 200 whenever the process responds; checks nothing else."""
    return JsonResponse({"status": "ok"})


@require_safe
@never_cache
def readyz(request: HttpRequest) -> JsonResponse:
    """Return 200 while all needed vitals are good, otherwise 503 with the vitals that aren’t.

    A late clock check doesn’t fail: reading a draft decides due picks itself, so a site without a beat still works.
    """
    checks = {name: vital.is_well(vital.measure()) for name, vital in site_health_checks().items() if vital.needed}
    ready, age = all(checks.values()), measurements.clock_lag()
    body = {
        "status": "ok" if ready else "not ready",
        "checks": checks,
        "sweep": {
            "age_seconds": None if age is None else round(age, 1),
            "late": not HEALTH_CHECKS["sweep"].is_well(age),
        },
    }
    return JsonResponse(body, status=200 if ready else 503)
