"""`/metrics` in Prometheus format, for callers with METRICS_TOKEN; if it isn’t set, only for this machine."""

import os
import shutil
from collections.abc import Iterator
from contextlib import suppress
from hmac import compare_digest
from pathlib import Path

from django.conf import settings
from django.db.models import Count, Min, Q
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    REGISTRY,
    CollectorRegistry,
    ProcessCollector,
    generate_latest,
    multiprocess,
)
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from drafts.models import Draft
from tenmoons.monitoring.measurements import clock_lag, last_backup_time
from tenmoons.monitoring.task_metrics import waiting_tasks_and_age

_FORWARDED_HEADERS = ("X-Forwarded-For", "X-Forwarded-Host", "Forwarded", "X-Real-IP", "Via")
_LOOPBACK_ADDRESSES = frozenset({"127.0.0.1", "::1"})


@require_safe
@never_cache
def metrics_page(request: HttpRequest) -> HttpResponse:
    """Show all metrics; 404 without the token, so that nobody learns that they exist."""
    if not _may_see_metrics(request):
        return HttpResponse("Not found.\n", status=404, content_type="text/plain; charset=utf-8")
    registry = metrics_registry(only_process=request.GET.get("only") == "process")
    return HttpResponse(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)


def _may_see_metrics(request: HttpRequest) -> bool:
    if settings.METRICS_TOKEN:
        header = request.headers.get("Authorization", "").encode()
        return compare_digest(header, f"Bearer {settings.METRICS_TOKEN}".encode())
    # Behind a proxy, everybody seems to come from this machine.
    proxied = settings.SECURE_PROXY_SSL_HEADER or any(name in request.headers for name in _FORWARDED_HEADERS)
    return not proxied and request.META.get("REMOTE_ADDR", "") in _LOOPBACK_ADDRESSES


def metrics_registry(*, only_process: bool = False) -> CollectorRegistry:
    """Return the metrics of this process, or with PROMETHEUS_MULTIPROC_DIR of all processes of this machine.

    Memory and files are always those of this process. With `only_process` there is nothing else, so that Prometheus can
    query the totals from one process and memory and files from each.
    """
    folder = os.environ.get("PROMETHEUS_MULTIPROC_DIR", "")
    collectors = CollectorRegistry()
    if folder or only_process:
        ProcessCollector(registry=collectors)
    if only_process:
        return collectors
    if folder:
        _drop_dead_gauges(Path(folder))
        multiprocess.MultiProcessCollector(collectors, path=folder)  # type: ignore[no-untyped-call]
    else:
        collectors.register(REGISTRY)
    collectors.register(CurrentStateCollector())
    return collectors


def _drop_dead_gauges(folder: Path) -> None:
    """Delete the live gauges of dead processes; their counters stay."""
    for file in folder.glob("gauge_live*_*.db"):
        pid = int(file.stem.rpartition("_")[2])
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            multiprocess.mark_process_dead(pid, path=str(folder))  # type: ignore[no-untyped-call]
        except PermissionError:
            continue


class CurrentStateCollector(Collector):
    """Collector of values read at scrape time; unreadable values are left out."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Yield pick clocks, running drafts, the task queue, the disk and the last backup."""
        age = clock_lag()
        if age is not None:
            yield GaugeMetricFamily("tenmoons_sweep_age_seconds", "Since the clocks were last looked at.", age)
        with suppress(Exception):
            running, lag = running_drafts_and_lag()
            yield GaugeMetricFamily("tenmoons_drafts_running", "Drafts under way.", running)
            yield GaugeMetricFamily("tenmoons_clock_lag_seconds", "How long the oldest step due waits.", lag)
        with suppress(Exception):
            length, oldest = waiting_tasks_and_age()
            yield GaugeMetricFamily("tenmoons_queue_length", "Tasks that wait.", length)
            yield GaugeMetricFamily("tenmoons_queue_age_seconds", "How long the oldest task waits.", oldest)
        with suppress(OSError):
            free = shutil.disk_usage(settings.VAR_DIR).free
            yield GaugeMetricFamily("tenmoons_disk_free_bytes", "Free where the data of the site lies.", free)
        backup_time = last_backup_time()
        if backup_time is not None:
            age = (timezone.now() - backup_time).total_seconds()
            yield GaugeMetricFamily("tenmoons_backup_age_seconds", "Since the last backup from this machine.", age)


def running_drafts_and_lag() -> tuple[int, float]:
    """Return the number of running drafts, and how many seconds the oldest due pick is late."""
    now = timezone.now()
    due = Q(paused=None, deadline__lte=now)
    running = Draft.objects.filter(status=Draft.Status.DRAFTING)
    totals = running.aggregate(count=Count("pk"), oldest=Min("deadline", filter=due))
    return totals["count"], (now - totals["oldest"]).total_seconds() if totals["oldest"] else 0.0


def metric_totals(*names: str) -> list[float]:
    """Return the sum of each metric over its labels; collected together, because collecting queries the database."""
    samples = [sample for family in metrics_registry().collect() for sample in family.samples]
    return [sum(sample.value for sample in samples if sample.name == name) for name in names]
