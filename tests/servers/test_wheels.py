"""The servers of the development wheels: what was committed is there after a SIGKILL."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
import redis

from tests.servers import binaries
from tests.servers.wheels import PostgreSQL, Redis


@pytest.fixture
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as made:
        yield Path(made)


def test_postgresql_keeps_what_it_acknowledged_through_a_kill(folder: Path) -> None:
    with PostgreSQL(folder / "postgres") as server:
        with psycopg.connect(server.url) as connection:
            connection.execute("CREATE TABLE kept (word text)")
            connection.execute("INSERT INTO kept VALUES ('moon')")
        server.kill()
        assert not server.answers()
        server.start()
        with psycopg.connect(server.url) as connection:
            assert connection.execute("SELECT word FROM kept").fetchone() == ("moon",)
    assert not server.answers()


def test_nobody_without_the_password_gets_in(folder: Path) -> None:
    with PostgreSQL(folder / "postgres", durable=False) as server, pytest.raises(psycopg.OperationalError):
        psycopg.connect(server.url.replace(server.password, "guessed"))


def test_redis_keeps_its_queue_through_a_restart(folder: Path) -> None:
    with Redis(folder / "redis") as server:
        with redis.Redis.from_url(server.url) as client:
            client.rpush("queue", "task")
        server.stop()
        server.start()
        with redis.Redis.from_url(server.url) as client:
            assert client.lrange("queue", 0, -1) == [b"task"]


def test_a_folder_nobody_else_can_pass_to_is_not_used_for_data_of_root(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(binaries, "unprivileged", lambda: binaries.Runner(65534, 65534))
    monkeypatch.setattr(binaries, "reachable", lambda path: False)
    monkeypatch.setattr(binaries, "LASTING", tmp_path)
    assert binaries.kept_in(tmp_path / "far" / "cluster").name.startswith("tenmoons-")
    monkeypatch.setattr(binaries, "unprivileged", lambda: None)
    assert binaries.kept_in(tmp_path / "cluster") == tmp_path / "cluster"


def test_a_server_of_the_machine_is_not_taken_for_that_of_the_wheel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or the tests would test another one wherever somebody has installed it."""
    for name in ("redis-server", "postgres", "initdb"):
        (tmp_path / name).write_text("#!/bin/sh\nexit 1\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert tmp_path not in (binaries.redis_binary().parent, binaries.postgres_binaries())


def test_a_server_that_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(binaries, "find_spec", lambda name: None)
    monkeypatch.setenv("PATH", "")
    with pytest.raises(binaries.NotPossible, match="make setup-dev"):
        binaries.postgres_binaries()
    with pytest.raises(binaries.NotPossible, match="REDIS_URL"):
        binaries.redis_binary()
