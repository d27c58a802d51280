"""The doctor's checks of the machine: settings, keys, disk, clock, static files."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.contrib.staticfiles.storage import ManifestFilesMixin, StaticFilesStorage
from django.core import checks
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from tenmoons.doctor import installation
from tenmoons.monitoring import measurements
from tests.site.operations.doctor.checks import ill, said

pytestmark = pytest.mark.django_db


def test_what_django_checks_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not ill(installation.check_configuration)
    both = [checks.Error("broken", hint="mend it", id="x.E1"), checks.Warning("odd", id="x.W1")]
    monkeypatch.setattr(checks, "run_checks", lambda **_options: both)
    assert (
        said(installation.check_configuration)
        == "wrong x.E1: broken mend it hint x.W1: odd See manage.py check --deploy."
    )


def test_debug_is_a_hint(settings: LazySettings) -> None:
    settings.DEBUG = True
    assert "Set DEBUG=no" in said(installation.check_configuration)


@pytest.mark.parametrize("key", ["put at least 40 characters of your own here", "ab" * 30])
def test_a_key_that_can_be_guessed_is_wrong(key: str, settings: LazySettings) -> None:
    settings.SECRET_KEY = key
    assert "SECRET_KEY is easy to guess" in said(installation.check_secret_key)


@pytest.mark.parametrize("name", installation.SECRET_KEY_FILES)
def test_a_key_that_others_can_read_is_wrong(name: str, folder: Path, settings: LazySettings) -> None:
    settings.SECRET_KEY = "abcdefghijklmnopqrstuvwxyz0123456789-=+!"
    (folder / name).write_text("key")
    (folder / name).chmod(0o600)
    assert not ill(installation.check_secret_key)
    (folder / name).chmod(0o644)
    assert f"chmod 600 {folder / name}" in said(installation.check_secret_key)


def test_a_disk_that_fills_up_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not ill(installation.check_disk)
    monkeypatch.setattr(measurements, "MIN_FREE_BYTES", 10**18)
    assert "Free some space" in said(installation.check_disk)


def test_a_folder_that_cannot_be_written_to_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.access", lambda *_about: False)
    assert "the site can’t write to" in said(installation.check_disk)


def test_a_clock_that_differs_from_another_is_wrong(with_redis: Callable[..., None]) -> None:
    with_redis(ahead=60)
    assert "s behind Redis" in said(installation.check_clock)
    with_redis()
    assert not ill(installation.check_clock)


def test_a_clock_that_went_back_is_wrong() -> None:
    assert not ill(installation.check_clock)
    recorder = MigrationRecorder(connection)
    recorder.record_applied("drafts", "9999_later")
    recorder.migration_qs.filter(name="9999_later").update(applied=datetime(2099, 1, 1, tzinfo=UTC))
    assert "2099-01-01" in said(installation.check_clock)


class _Manifest(ManifestFilesMixin, StaticFilesStorage):  # type: ignore[misc]
    """A storage whose files have fingerprints."""


@pytest.fixture
def collected(folder: Path, settings: LazySettings, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return one style sheet, collected."""
    source, root = folder / "source", folder / "static"
    source.mkdir()
    root.mkdir()
    settings.STATICFILES_DIRS, settings.STATIC_ROOT = [("prefix", source)], root
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    monkeypatch.setattr(installation, "staticfiles_storage", _Manifest())
    (source / "a.css").write_text("a {}")
    (root / "prefix").mkdir()
    for name in ("prefix/a.css", "prefix/a.123.css"):
        (root / name).write_text("a {}")
    (root / "staticfiles.json").write_text('{"paths": {"prefix/a.css": "prefix/a.123.css"}}')
    return root


def test_static_files_of_this_version_are_good(collected: Path) -> None:
    assert not ill(installation.check_static_files)


def test_static_files_that_are_gone_old_or_never_collected_are_wrong(collected: Path, folder: Path) -> None:
    (folder / "source" / "a.css").write_text("b {}")
    assert "1 from a different version, including a.css" in said(installation.check_static_files)
    (collected / "prefix/a.123.css").unlink()
    assert "1 missing, including prefix/a.css" in said(installation.check_static_files)
    (collected / "staticfiles.json").unlink()
    assert "none have been collected" in said(installation.check_static_files)
