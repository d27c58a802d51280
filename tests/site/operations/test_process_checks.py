"""Process layouts that cannot work are refused, each with a sentence that says what would."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.core.exceptions import ImproperlyConfigured

from tenmoons.serving import process_checks as checks
from tests.effort import first_in_gate

ROOT = Path(__file__).resolve().parent.parent.parent.parent
SQLITE = {"ENGINE": "django.db.backends.sqlite3", "NAME": "/var/lib/tenmoons/site.sqlite3"}
POSTGRES = {"ENGINE": "django.db.backends.postgresql", "NAME": "tenmoons"}
REDIS = "redis://127.0.0.1/0"


def refused() -> list[str]:
    return [str(problem.id) for problem in checks.check_process_settings()]


@pytest.mark.parametrize(
    ("processes", "redis", "database", "debug", "expected"),
    [
        ("", "", SQLITE, True, []),
        ("1", "", SQLITE, False, []),
        ("2", "", SQLITE, False, ["tenmoons.E001"]),
        ("2", "", POSTGRES, False, ["tenmoons.E001"]),
        ("2", REDIS, POSTGRES, False, []),
        ("2", REDIS, POSTGRES, True, ["tenmoons.E004"]),
        ("", REDIS, SQLITE, False, ["tenmoons.E002"]),
        ("", REDIS, POSTGRES, True, []),
    ],
)
def test_each_shape_is_judged(
    processes: str,
    redis: str,
    database: dict[str, str],
    debug: bool,
    expected: list[str],
    settings: LazySettings,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("WEB_CONCURRENCY", processes)
    monkeypatch.setitem(settings.DATABASES, "default", database)
    settings.REDIS_URL, settings.DEBUG, settings.SQLITE_SHARED = redis, debug, False
    assert refused() == expected


def test_one_machine_may_share_a_sqlite_file_if_it_says_so(
    settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(settings.DATABASES, "default", SQLITE)
    settings.REDIS_URL, settings.SQLITE_SHARED = REDIS, True
    assert refused() == []


def test_sqlite_on_the_disk_of_another_machine_is_refused(
    settings: LazySettings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    mounts = tmp_path / "mounts"
    mounts.write_text(f"disk / ext4 rw 0 0\nserver:/home {tmp_path} nfs4 rw 0 0\n")
    monkeypatch.setattr(checks, "MOUNTS_FILE", mounts)
    monkeypatch.setitem(settings.DATABASES, "default", SQLITE | {"NAME": str(tmp_path / "site.sqlite3")})
    settings.REDIS_URL = ""
    assert refused() == ["tenmoons.E003"]


def test_without_redis_only_one_process_serves(
    settings: LazySettings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    settings.VAR_DIR, settings.REDIS_URL = tmp_path, ""
    monkeypatch.setattr(checks, "_open_lock_files", [])
    checks.check_web_process()
    checks.check_web_process()  # the same process may ask again
    other = [sys.executable, "-c", "import tenmoons.asgi"]
    environment = os.environ | {"VAR_DIR": str(tmp_path), "REDIS_URL": "", "DATABASE_URL": ""}
    run = subprocess.run(other, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    for lock in checks._open_lock_files:
        lock.close()
    assert run.returncode == 1
    assert "Ten Moons doesn’t start: Another process is already serving this site" in run.stderr


def test_a_worker_of_its_own_needs_a_queue(settings: LazySettings) -> None:
    settings.REDIS_URL = ""
    with pytest.raises(ImproperlyConfigured, match="REDIS_URL isn’t set"):
        checks.check_worker_process("worker")


COMMANDS = {"worker": ["celery", "-A", "tenmoons", "worker"], "beat": ["tenmoons.beat"]}


@pytest.mark.parametrize("name", first_in_gate(COMMANDS))
def test_their_commands_refuse_it_too(name: str, tmp_path: Path) -> None:
    command = [sys.executable, "-m", *COMMANDS[name]]
    environment = os.environ | {"VAR_DIR": str(tmp_path), "REDIS_URL": "", "DATABASE_URL": ""}
    run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert run.returncode
    assert f"A separate {name}" in run.stdout + run.stderr
