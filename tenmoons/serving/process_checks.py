"""Process checks: reject combinations of settings that cannot work, in `manage.py check` and when a process starts.

A site is one process with everything inside, or several processes on PostgreSQL and Redis (docs/operations.md).
"""

import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, register
from django.core.exceptions import ImproperlyConfigured

from accounts.push.vapid import vapid_public_key
from common.text import parse_whole_number

# Network file systems: their locks are unreliable, and SQLite needs locks.
NETWORK_FILE_SYSTEMS = frozenset(
    {"nfs", "nfs4", "cifs", "smb3", "smbfs", "fuse.sshfs", "9p", "ceph", "glusterfs", "fuse.glusterfs"}
)
MOUNTS_FILE = Path("/proc/self/mounts")
_open_lock_files: list[IO[str]] = []


@register("shape")
def check_process_settings(app_configs: Any = None, **kwargs: Any) -> list[CheckMessage]:
    processes = parse_whole_number(os.environ.get("WEB_CONCURRENCY", "").strip()) or 1
    return list(_conflicting_settings(processes, _sqlite_path()))


def _conflicting_settings(processes: int, sqlite: str) -> Iterator[CheckMessage]:
    """Yield what can’t work with this many web processes and this SQLite file, "" for PostgreSQL."""
    if processes > 1 and not settings.REDIS_URL:
        yield Error(
            f"WEB_CONCURRENCY asks for {processes} web processes, but Redis isn’t set up to connect them: each"
            " would have its own cache and limits, and live pages would miss what happens in other processes.",
            hint="Set REDIS_URL, or remove WEB_CONCURRENCY and use `manage.py serve`.",
            id="tenmoons.E001",
        )
    if sqlite and settings.REDIS_URL and not settings.SQLITE_SHARED:
        yield Error(
            "REDIS_URL is set, so web, worker and beat are separate processes, but they would all write to the same"
            " SQLite file, which works only on one machine and allows one writer at a time.",
            hint="Set DATABASE_URL to a PostgreSQL database; or SQLITE_SHARED=yes if everything runs on one machine.",
            id="tenmoons.E002",
        )
    if sqlite and (kind := _file_system_of(Path(sqlite))) in NETWORK_FILE_SYSTEMS:
        yield Error(
            f"The SQLite database is on a network file system ({kind}), where locks aren’t reliable:"
            " sooner or later it would be damaged.",
            hint="Move it to a local disk (VAR_DIR), or set DATABASE_URL to a PostgreSQL database.",
            id="tenmoons.E003",
        )
    if processes > 1 and settings.DEBUG:
        yield Error(
            "DEBUG is on, so error pages show everything the site knows, but with several web processes"
            " other people are probably using it.",
            hint="Set DEBUG=no and ALLOWED_HOSTS.",
            id="tenmoons.E004",
        )
    if settings.VAPID_KEY:  # a key made by the site needs no check
        try:
            vapid_public_key()
        except ImproperlyConfigured as error:
            yield Error(str(error), hint="Use a P-256 key in base64url or PEM.", id="tenmoons.E005")


def _sqlite_path() -> str:
    database = settings.DATABASES["default"]
    return str(database["NAME"]) if database["ENGINE"].endswith("sqlite3") else ""


def _file_system_of(path: Path) -> str:
    """Return the type of the file system of a path; "" if unknown."""
    if not MOUNTS_FILE.exists():
        return ""
    rows = [line.split() for line in MOUNTS_FILE.read_text(errors="replace").splitlines()]
    around = [(len(row[1]), row[2]) for row in rows if path.resolve().is_relative_to(row[1])]
    return max(around, default=(0, ""))[1]


def raise_check_messages(messages: Sequence[CheckMessage]) -> None:
    if messages:
        raise ImproperlyConfigured(" ".join(f"{message.msg} {message.hint or ''}".strip() for message in messages))


def check_web_process() -> None:
    """Check the settings when a web process starts; without Redis a lock allows only one."""
    raise_check_messages(check_process_settings())
    if settings.REDIS_URL or _open_lock_files:
        return
    lock = (settings.VAR_DIR / "serving.lock").open("w")
    try:
        lock_file(lock)
    except OSError:
        lock.close()
        raise ImproperlyConfigured(
            f"Another process is already serving this site (data in {settings.VAR_DIR}). Several processes need Redis:"
            " set REDIS_URL and DATABASE_URL, or stop the other process."
        ) from None
    _open_lock_files.append(lock)  # held until this process ends


def lock_file(file: IO[str], *, wait: bool = False) -> None:
    """Lock a file until it’s closed or this process ends; if it is locked elsewhere, wait or raise `OSError`."""
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(file.fileno(), msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))


def check_worker_process(name: str) -> None:
    """Check when a separate worker or beat starts; without Redis it would never receive a task."""
    raise_check_messages(check_process_settings())
    if not settings.REDIS_URL:
        raise ImproperlyConfigured(
            f"A separate {name} needs Redis, but REDIS_URL isn’t set. Without Redis, the site runs its"
            f" {name} inside `manage.py serve`."
        )
