"""Shapes of a site that cannot work, refused with a sentence: by `manage.py check`, and by every process at its start.

A site is one process with everything inside, or several processes on PostgreSQL and Redis (docs/operations.md).
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, register
from django.core.exceptions import ImproperlyConfigured

# File systems of other machines: their locks cannot be trusted, and SQLite lives by locks.
NETWORKS = frozenset(
    {"nfs", "nfs4", "cifs", "smb3", "smbfs", "fuse.sshfs", "9p", "ceph", "glusterfs", "fuse.glusterfs"}
)
MOUNTS = Path("/proc/self/mounts")
_held: list[IO[str]] = []


@register("shape")
def check_shape(app_configs: Any = None, **kwargs: Any) -> list[CheckMessage]:
    """Everything about the shape that the settings alone tell."""
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
    """How many web processes uvicorn was told to start."""
    raw = os.environ.get("WEB_CONCURRENCY", "").strip()
    return int(raw) if raw.isascii() and raw.isdigit() else 1


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
    if kind not in NETWORKS:
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
    """The kind of file system a path lies on, where the machine tells."""
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
            hint="Set DEBUG=no, SECRET_KEY and ALLOWED_HOSTS.",
            id="tenmoons.E004",
        )
    ]


def refuse(messages: Sequence[CheckMessage]) -> None:
    """Stop the start of a process whose shape cannot work."""
    if messages:
        raise ImproperlyConfigured(" ".join(f"{one.msg} {one.hint or ''}".strip() for one in messages))


def serving() -> None:
    """Called by a web process at its start: the shape must do, and without Redis there is only one such process."""
    refuse(check_shape())
    if settings.REDIS_URL or _held:
        return
    lock = (settings.VAR_DIR / "serving.lock").open("w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.close()
        raise ImproperlyConfigured(
            f"Another process serves this site already (its data in {settings.VAR_DIR}). Several of them need Redis"
            " between them: set REDIS_URL and DATABASE_URL, or end the other one."
        ) from None
    _held.append(lock)  # until this process ends, however it ends


def working(name: str) -> None:
    """Called by a worker or a beat of its own at its start: without Redis it would never be given anything."""
    refuse(check_shape())
    if not settings.REDIS_URL:
        raise ImproperlyConfigured(
            f"A {name} of its own is given its work by Redis, and REDIS_URL is not set. Without Redis the site runs its"
            f" {name} inside `manage.py serve`."
        )
