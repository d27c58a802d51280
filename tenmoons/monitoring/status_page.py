"""Status page for staff: health, current work, errors, disk, backup, versions."""

import os
import platform
import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import django
from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.db import connection
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render
from django.template.defaultfilters import filesizeformat
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.reports.queries import count_open_reports
from accounts.second_factor.staff import needs_second_factor, redirect_to_second_factor
from common.errors import NotAllowed
from common.text import gettext_noop
from tenmoons.monitoring.logs import errors_of_last_hour
from tenmoons.monitoring.measurements import are_migrations_applied, is_database_answering, redis_client
from tenmoons.monitoring.prometheus import metric_totals, running_drafts_and_lag
from tenmoons.monitoring.task_metrics import waiting_tasks_and_age
from tenmoons.monitoring.vitals import HEALTH_CHECKS
from tenmoons.version import __version__


@dataclass(frozen=True, slots=True)
class StatusLine:
    """One line of the page: its value in words, and whether it is good (None: neutral)."""

    name: str
    value: str
    good: bool | None = None
    hint: str = ""


@dataclass(frozen=True, slots=True)
class StatusSection:
    """A section of the page."""

    id: str
    heading: str
    lines: tuple[StatusLine, ...]


@require_safe
@never_cache
@login_required
def status_page(request: HttpRequest) -> HttpResponseBase:
    if not (isinstance(request.user, User) and request.user.is_staff):
        raise NotAllowed(gettext_noop("Only site staff can see the site status."))
    if needs_second_factor(request):
        return redirect_to_second_factor(request)
    parts = [
        StatusSection("health", _("Health"), tuple(_health_lines())),
        StatusSection("work", _("Activity"), tuple(_task_lines())),
        StatusSection("stores", _("Disk and backup"), tuple(_storage_lines())),
        StatusSection("versions", _("Versions"), tuple(_version_lines())),
    ]
    ill = [line for part in parts for line in part.lines if line.good is False]
    count, last = 0, list[dict[str, Any]]()
    with suppress(Exception):
        count, last = errors_of_last_hour()
    for task in last:
        task["at"] = datetime.fromtimestamp(task["at"], UTC)
    return render(request, "own/status.html", {"parts": parts, "ill": ill, "errors": count, "last": last})


def _duration_in_words(seconds: float) -> str:
    if seconds < 120:
        return _("%(seconds).1f s") % {"seconds": seconds}
    return _("%(count)d min") % {"count": seconds // 60}


def _yes_or_no(good: bool) -> str:
    return _("yes") if good else _("no")


def _status_line(label: str, name: str, words: Callable[[Any], str], hint: str = "", *, now: Any = None) -> StatusLine:
    """Return a line for a measured value, `now`; with the hint if it isn’t good."""
    value = HEALTH_CHECKS[name].measure() if now is None else now
    good = HEALTH_CHECKS[name].is_well(value)
    return StatusLine(label, words(value), good, "" if good else hint)


def _health_lines() -> Iterator[StatusLine]:
    there = is_database_answering()
    yield _status_line(_("Database responding"), "database", _yes_or_no, now=there)
    done = there and are_migrations_applied()
    yield _status_line(_("All migrations applied"), "migrations", _yes_or_no, _("Run manage.py migrate."), now=done)
    if settings.REDIS_URL:
        yield _status_line(_("Redis responding"), "redis", _yes_or_no)
    yield _status_line(
        _("Time since last clock check"),
        "sweep",
        lambda age: _("never") if age is None else _duration_in_words(age),
        _("Is the beat running?"),
    )


def _task_lines() -> Iterator[StatusLine]:
    with suppress(Exception):
        running, lag = running_drafts_and_lag()
        yield StatusLine(_("Drafts in progress"), str(running))
        yield _status_line(_("Oldest overdue step has waited"), "lag", _duration_in_words, now=lag)
    with suppress(Exception):
        length, oldest = waiting_tasks_and_age()
        yield StatusLine(_("Tasks waiting"), str(length))
        yield _status_line(
            _("Oldest task has waited"), "queue", _duration_in_words, _("Is a worker running?"), now=oldest
        )
    with suppress(Exception):
        waiting = count_open_reports()
        yield StatusLine(_("Open reports"), str(waiting), None if waiting else True)
    sockets, answered = metric_totals("tenmoons_sockets_open", "tenmoons_requests_total")
    yield StatusLine(_("Open sockets"), f"{sockets:.0f}")
    yield StatusLine(_("Requests answered since start"), f"{answered:.0f}")
    if not os.environ.get("PROMETHEUS_MULTIPROC_DIR") and settings.REDIS_URL:
        yield StatusLine(_("Sockets and requests are counted for"), _("this process only"))


def _storage_lines() -> Iterator[StatusLine]:
    with suppress(OSError):
        size = filesizeformat(shutil.disk_usage(settings.VAR_DIR).total)
        message = _("%(number)s of %(count)s")
        yield _status_line(
            _("Free disk space"), "room", lambda free: message % {"number": filesizeformat(free), "count": size}
        )
    with suppress(Exception):
        yield StatusLine(_("Database size"), filesizeformat(_database_size()))
    yield _status_line(_("Last backup"), "backup", _days_ago_in_words, "manage.py backup FILE")


def _days_ago_in_words(days: float | None) -> str:
    if days is None:
        return _("none from this machine")
    whole = int(days)
    return ngettext("%(count)d day ago", "%(count)d days ago", whole) % {"count": whole} if whole else _("today")


def _database_size() -> int:
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()")
        else:
            cursor.execute("SELECT pg_database_size(current_database())")
        return int(cursor.fetchone()[0])


def _version_lines() -> Iterator[StatusLine]:
    yield StatusLine("Ten Moons", __version__)
    yield StatusLine("Python", platform.python_version())
    yield StatusLine("Django", django.get_version())
    with suppress(Exception), connection.cursor() as cursor:
        cursor.execute("SELECT sqlite_version()" if connection.vendor == "sqlite" else "SHOW server_version")
        yield StatusLine("SQLite" if connection.vendor == "sqlite" else "PostgreSQL", str(cursor.fetchone()[0]))
    if settings.REDIS_URL:
        with suppress(Exception):
            about: Any = redis_client().info("server")
            yield StatusLine("Redis", str(about["redis_version"]))
