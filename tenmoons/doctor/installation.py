"""Checks of the machine: settings, secrets, disk, clock, static files."""

import filecmp
import json
import os
import shutil
import stat
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.storage import ManifestFilesMixin, staticfiles_storage
from django.core import checks
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.template.defaultfilters import filesizeformat

from tenmoons.doctor.findings import DoctorFinding, failing, hint, passing
from tenmoons.monitoring.measurements import redis_client
from tenmoons.monitoring.vitals import HEALTH_CHECKS

MAX_CLOCK_DRIFT_SECONDS = 5.0
MIN_FREE_INODES = 10_000
SECRET_KEY_FILES = ("secret_key", "vapid_key")
MIN_DISTINCT_KEY_CHARACTERS = 20
# Django’s deployment checks that this site satisfies in another way.
_IGNORED_CHECKS = {"security.W021"}


def check_configuration() -> Iterator[DoctorFinding]:
    """Yield the findings of Django’s own checks, for a server including those of a deployment."""
    messages = checks.run_checks(include_deployment_checks=not settings.DEBUG and settings.HTTPS)
    ill = [finding for finding in messages if not finding.is_silenced() and finding.id not in _IGNORED_CHECKS]
    for finding in ill:
        advice = str(finding.hint or "See manage.py check --deploy.")
        report = failing if finding.level >= checks.ERROR else hint
        yield report("settings", f"{finding.id}: {finding.msg}", advice)
    if settings.DEBUG:
        yield hint(
            "settings",
            "DEBUG is on, so error pages show everything",
            "Set DEBUG=no if other people can reach the site.",
        )
    if not ill and not settings.DEBUG:
        yield passing("settings", "no problems found")


def check_secret_key() -> Iterator[DoctorFinding]:
    key = str(settings.SECRET_KEY)
    if " " in key or (len(set(key)) < MIN_DISTINCT_KEY_CHARACTERS and not settings.DEBUG):
        message = "SECRET_KEY is easy to guess: it has spaces or too few different characters"
        yield failing("secret key", message, "Set it to 50 random characters. Everyone will have to log in again.")
    else:
        yield passing("secret key", "hard to guess")
    for name in SECRET_KEY_FILES:
        file = Path(settings.VAR_DIR, name)
        if os.name == "posix" and file.exists() and file.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
            yield failing("secret key", f"other users of this machine can open {file}", f"chmod 600 {file}")


def check_disk() -> Iterator[DoctorFinding]:
    """Check that there is disk space and that the site can write."""
    folder = Path(settings.VAR_DIR)
    if not os.access(folder, os.W_OK):
        yield failing("disk", f"the site can’t write to {folder}", "Make the site’s user the owner of the folder.")
        return
    about = shutil.disk_usage(folder)
    message = f"{filesizeformat(about.free)} of {filesizeformat(about.total)} free".replace("\xa0", " ")
    if not HEALTH_CHECKS["room"].is_well(about.free):
        yield failing(
            "disk", message, "Free some space, starting with old backups and logs. On a full disk nothing can be saved."
        )
    elif hasattr(os, "statvfs") and 0 < os.statvfs(folder).f_favail < MIN_FREE_INODES:
        yield failing(
            "disk", f"only {os.statvfs(folder).f_favail} more files can be created", "Delete files you don’t need."
        )
    else:
        yield passing("disk", message)


def check_clock() -> Iterator[DoctorFinding]:
    now = datetime.now(UTC)
    others = dict(_clocks_of_other_machines())
    for name, theirs in others.items():
        drift = (now - theirs).total_seconds()
        if abs(drift) > MAX_CLOCK_DRIFT_SECONDS:
            message = f"this machine is {abs(drift):.0f} s {'ahead of' if drift > 0 else 'behind'} {name}"
            yield failing("clock", message, "Use NTP on both (timedatectl set-ntp true). Draft deadlines depend on it.")
            return
    newest = MigrationRecorder(connection).migration_qs.order_by("-applied").values_list("applied", flat=True).first()
    if newest is not None and newest > now:
        message = f"it’s earlier than {newest:%Y-%m-%d %H:%M} UTC, when this database was last migrated"
        yield failing("clock", message, "Set this machine’s clock (timedatectl set-ntp true).")
    else:
        yield passing("clock", f"agrees with {' and '.join(others)}" if others else "hasn’t gone back")


def _clocks_of_other_machines() -> Iterator[tuple[str, datetime]]:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT clock_timestamp()")
            yield "the database", cursor.fetchone()[0]
    if settings.REDIS_URL:
        seconds, micros = redis_client().time()
        yield "Redis", datetime.fromtimestamp(int(seconds) + int(micros) / 1e6, UTC)


def check_static_files() -> Iterator[DoctorFinding]:
    """Check that the collected styles, scripts and pictures match this version."""
    if not isinstance(staticfiles_storage, ManifestFilesMixin):
        yield passing("static files", "served from the source, because DEBUG is on")
        return
    root, advice = Path(settings.STATIC_ROOT), "Run manage.py prepare, then restart the web processes."
    try:
        names = json.loads((root / "staticfiles.json").read_text(encoding="utf-8"))["paths"]
    except (OSError, ValueError, KeyError):
        yield failing("static files", f"none have been collected in {root}", advice)
        return
    missing = [name for name, hashed in names.items() if not (root / hashed).exists()]
    stale = [] if missing else list(_outdated_static_files(root))
    if missing or stale:
        first, what = (missing or stale)[0], "missing" if missing else "from a different version"
        yield failing("static files", f"{len(missing or stale)} {what}, including {first}", advice)
    else:
        yield passing("static files", f"{len(names)} collected, up to date")


def _outdated_static_files(root: Path) -> Iterator[str]:
    """Yield the names of files whose source differs from the collected one."""
    from django.apps import apps

    ignored = apps.get_app_config("staticfiles").ignore_patterns  # type: ignore[attr-defined]
    for finder in get_finders():
        for name, storage in finder.list(ignored):
            stored = root / (getattr(storage, "prefix", None) or "") / name
            if not stored.exists() or not filecmp.cmp(storage.path(name), stored, shallow=False):
                yield name
