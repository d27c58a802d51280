"""Process checks: refuse combinations of settings that cannot work, in `manage.py check` and when a process starts.

A site is one process with everything inside, or several processes on PostgreSQL and Redis (docs/operations.md).
"""

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, register
from django.core.exceptions import ImproperlyConfigured

from common.text import whole_number

# Network file systems: their locks cannot be trusted, and SQLite needs locks.
NETWORK_FILE_SYSTEMS = frozenset(
    {"nfs", "nfs4", "cifs", "smb3", "smbfs", "fuse.sshfs", "9p", "ceph", "glusterfs", "fuse.glusterfs"}
)
MOUNTS = Path("/proc/self/mounts")
_locks: list[IO[str]] = []


@register("shape")
def check_shape(app_configs: Any = None, **kwargs: Any) -> list[CheckMessage]:
    """The system checks that need nothing but the settings."""
    return [*_several_without_redis(), *_sqlite_shared(), *_sqlite_far_away(), *_debug_for_many()]


def _several_without_redis() -> list[CheckMessage]:
    if settings.REDIS_URL or _processes() == 1:
        return []
    return [
        Error(
            f"WEB_CONCURRENCY asks for {_processes()} web processes, but there is no Redis between them: each would"
            " keep its own cache and limits, and no page would hear what happens in another process.",
            hint="Set REDIS_URL, or leave WEB_CONCURRENCY out and use `manage.py serve`.",
            id="tenmoons.E001",
        )
    ]


def _processes() -> int:
    """The number of web processes uvicorn was told to start (WEB_CONCURRENCY)."""
    return whole_number(os.environ.get("WEB_CONCURRENCY", "").strip()) or 1


def _sqlite_shared() -> list[CheckMessage]:
    if not settings.REDIS_URL or not _sqlite_file() or settings.SQLITE_SHARED:
        return []
    return [
        Error(
            "REDIS_URL is set, so web, worker and beat are processes of their own, but they would all write to one"
            " SQLite file, one at a time, and only on one machine.",
            hint="Set DATABASE_URL to a PostgreSQL database; or SQLITE_SHARED=yes where one machine is all there is.",
            id="tenmoons.E002",
        )
    ]


def _sqlite_file() -> str:
    database = settings.DATABASES["default"]
    return str(database["NAME"]) if database["ENGINE"].endswith("sqlite3") else ""


def _sqlite_far_away() -> list[CheckMessage]:
    kind = _file_system(Path(_sqlite_file())) if _sqlite_file() else ""
    if kind not in NETWORK_FILE_SYSTEMS:
        return []
    return [
        Error(
            f"The SQLite database lies on a file system of another machine ({kind}), whose locks cannot be trusted:"
            " it would be damaged sooner or later.",
            hint="Move it to a disk of this machine (VAR_DIR), or set DATABASE_URL to a PostgreSQL database.",
            id="tenmoons.E003",
        )
    ]


def _file_system(path: Path) -> str:
    """The type of the file system of a path; "" where the machine does not say."""
    if not MOUNTS.exists():
        return ""
    rows = [line.split() for line in MOUNTS.read_text(errors="replace").splitlines()]
    around = [(len(row[1]), row[2]) for row in rows if path.resolve().is_relative_to(row[1])]
    return max(around, default=(0, ""))[1]


def _debug_for_many() -> list[CheckMessage]:
    if not settings.DEBUG or _processes() == 1:
        return []
    return [
        Error(
            "DEBUG is on, so errors are shown with everything the site knows, and several web processes mean that"
            " others use it.",
            hint="Set DEBUG=no and ALLOWED_HOSTS.",
            id="tenmoons.E004",
        )
    ]


def refuse(messages: Sequence[CheckMessage]) -> None:
    """Raise `ImproperlyConfigured` with the messages, if there are any."""
    if messages:
        raise ImproperlyConfigured(" ".join(f"{message.msg} {message.hint or ''}".strip() for message in messages))


def check_web_process() -> None:
    """Called when a web process starts; without Redis a lock allows only one such process."""
    refuse(check_shape())
    if settings.REDIS_URL or _locks:
        return
    lock = (settings.VAR_DIR / "serving.lock").open("w")
    try:
        lock_file(lock)
    except OSError:
        lock.close()
        raise ImproperlyConfigured(
            f"Another process serves this site already (its data in {settings.VAR_DIR}). Several of them need Redis"
            " between them: set REDIS_URL and DATABASE_URL, or end the other one."
        ) from None
    _locks.append(lock)  # held until this process ends


def lock_file(file: IO[str], *, wait: bool = False) -> None:
    """Lock a file until it is closed, or this process ends; where another holds it wait, or raise `OSError`."""
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(file.fileno(), msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))


def check_worker_process(name: str) -> None:
    """Called when a separate worker or beat starts; without Redis it would never receive a task."""
    refuse(check_shape())
    if not settings.REDIS_URL:
        raise ImproperlyConfigured(
            f"A {name} of its own is given its work by Redis, and REDIS_URL is not set. Without Redis the site runs its"
            f" {name} inside `manage.py serve`."
        )
