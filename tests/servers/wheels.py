"""Real PostgreSQL and Redis from the development wheels, on loopback, each with a folder and a port of its own.

    with PostgreSQL(folder / "postgres") as database, Redis(folder / "redis") as redis:
        os.environ |= {"DATABASE_URL": database.url, "REDIS_URL": redis.url}

For tests, measurements and `make cluster`; never for production. A server may be killed and started again on the
same data.
"""

from __future__ import annotations

import os
import secrets
import signal
import socket
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path

from tests.servers.binaries import (
    NotPossible,
    free_port,
    opened,
    postgres_binaries,
    redis_binary,
    unprivileged,
    usable,
)
from tests.servers.process import Process

NAME = "tenmoons"


class Server(Process):
    """A process that keeps data. `durable=False` is for tests only: a power cut would lose what was committed."""

    def __init__(self, name: str, folder: Path, *, port: int, durable: bool) -> None:
        super().__init__(name, opened(folder))
        self.port = port or free_port()
        self.durable = durable
        self.password = self._password()

    def _password(self) -> str:
        """Return a password, made once and kept next to the data, so that no other user of the machine can connect to
        the server."""
        kept = self.folder / "password"
        if not kept.exists():
            kept.touch(mode=0o600)
            kept.write_text(secrets.token_urlsafe(24), encoding="ascii")
        return kept.read_text(encoding="ascii")

    def environment(self) -> Mapping[str, str]:
        """Pass on nothing of our environment; a foreign locale least of all."""
        return {"PATH": os.environ.get("PATH", ""), "LC_ALL": "C.UTF-8", "TZ": "UTC"}


class PostgreSQL(Server):
    """PostgreSQL 18."""

    kindly = signal.SIGINT  # "fast": does not wait for its clients to go

    def __init__(self, folder: Path, *, port: int = 0, durable: bool = True) -> None:
        super().__init__("postgres", folder, port=port, durable=durable)
        self.runner = unprivileged()
        self.binaries = usable(postgres_binaries(), self.folder)
        self.data = self.folder / "data"

    @property
    def url(self) -> str:
        """Return the value of DATABASE_URL."""
        return f"postgres://{NAME}:{self.password}@127.0.0.1:{self.port}/{NAME}"

    def command(self) -> list[str]:
        """Pass all settings here, so that the same data may be served differently."""
        said = {
            "listen_addresses": "127.0.0.1",
            "port": self.port,
            "unix_socket_directories": "",
            "max_connections": 200,
            "log_min_messages": "fatal",  # the site reports what is refused
        }
        if not self.durable:
            said |= {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
        told = [word for name, value in said.items() for word in ("-c", f"{name}={value}")]
        return [str(self.binaries / "postgres"), "-D", str(self.data), *told]

    def prepare(self) -> None:
        """Create the data folder of an empty database, once."""
        if (self.data / "PG_VERSION").exists() and not (self.folder / "half").exists():
            return
        half, word = self.folder / "half", self.folder / "word"
        half.touch()
        self._emptied()
        word.touch(mode=0o600)
        word.write_text(self.password)
        if self.runner:
            self.runner.owns(self.data)
            self.runner.owns(word)
        command = [str(self.binaries / "initdb"), "-D", str(self.data), "-U", NAME, f"--pwfile={word}", "--no-sync"]
        command += ["--auth=scram-sha-256", "--encoding=UTF8", "--locale-provider=builtin", "--locale=C.UTF-8"]
        self._once(command)
        word.unlink()
        # The one database is made before anybody can connect, by the server in its single-user mode.
        single = [str(self.binaries / "postgres"), "--single", "-D", str(self.data), "postgres"]
        self._once(single, f"CREATE DATABASE {NAME}\n")
        half.unlink()

    def _emptied(self) -> None:
        """Remove the folder of an initdb that was interrupted, which it would not accept again."""
        if self.data.exists():
            self.data.rename(self.folder / f"broken-{int(time.time())}")
        self.data.mkdir(mode=0o700)

    def _once(self, command: list[str], said: str = "") -> None:
        user, group = (self.runner.uid, self.runner.gid) if self.runner else (None, None)
        extra: list[str] | None = [] if self.runner else None
        run = subprocess.run(
            command,
            cwd=self.folder,
            env=self.environment(),
            input=said.encode(),
            capture_output=True,
            user=user,
            group=group,
            extra_groups=extra,
            check=False,
        )
        if run.returncode:
            raise NotPossible(f"{Path(command[0]).name} failed:\n{run.stderr.decode(errors='replace')}")

    def answers(self) -> bool:
        """Whether a client can log in."""
        import psycopg

        try:
            psycopg.connect(self.url, connect_timeout=2).close()
        except psycopg.Error:
            return False
        return True


class Redis(Server):
    """Redis. The queue survives a crash; the cache may be lost."""

    def __init__(self, folder: Path, *, port: int = 0, durable: bool = True) -> None:
        super().__init__("redis", folder, port=port, durable=durable)

    @property
    def url(self) -> str:
        """Return the value of REDIS_URL."""
        return f"redis://:{self.password}@127.0.0.1:{self.port}/0"

    def command(self) -> list[str]:
        """The settings are in a file, because everybody can read a command line."""
        return [str(redis_binary()), str(self.folder / "redis.conf")]

    def prepare(self) -> None:
        """Write the file of settings."""
        kept = "yes" if self.durable else "no"
        lines = ["bind 127.0.0.1", f"port {self.port}", f"requirepass {self.password}", f'dir "{self.folder}"']
        lines += ['save ""', f"appendonly {kept}", "appendfsync everysec", "loglevel warning", "databases 64"]
        settings = self.folder / "redis.conf"
        settings.touch(mode=0o600)
        settings.write_text("\n".join([*lines, ""]))

    def answers(self) -> bool:
        """Whether it answers PONG."""
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=2) as line:
                line.sendall(f"AUTH {self.password}\r\nPING\r\nQUIT\r\n".encode())
                with line.makefile("rb") as said:
                    return b"+PONG\r\n" in said.read()
        except OSError:
            return False
