"""The doctor's checks of the data: database, migrations, catalogue, Redis, tasks, backup."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.db import OperationalError, connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from cards.catalogue import services
from cards.models import Card
from tenmoons.backup.write import LAST_BACKUP_FILE
from tenmoons.doctor import stores
from tenmoons.doctor.findings import Level
from tests.site.operations.doctor.checks import ill, said

pytestmark = pytest.mark.django_db


def test_the_database_that_answers_is_good() -> None:
    assert not ill(stores.check_database)


def test_a_database_that_is_away_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(self: BaseDatabaseWrapper) -> None:
        raise OperationalError("connection refused")

    # On the class: what is removed from an object stays behind in it.
    monkeypatch.setattr(BaseDatabaseWrapper, "cursor", refused)
    assert "connection refused Start it" in said(stores.check_database)


def test_a_migration_that_is_missing_is_named() -> None:
    assert not ill(stores.check_migrations)
    [last] = MigrationLoader(connection).graph.leaf_nodes("drafts")
    MigrationRecorder(connection).record_unapplied(*last)
    assert ".".join(last) in said(stores.check_migrations) and "manage.py migrate" in said(stores.check_migrations)


def test_a_database_of_a_newer_version_is_said_and_no_fault() -> None:
    MigrationRecorder(connection).record_applied("drafts", "9999_later")
    [finding] = ill(stores.check_migrations)
    assert "drafts.9999_later from a newer version, as after going back" in finding.message
    assert finding.level is Level.HINT and "Run the newer version" not in finding.advice


def test_the_catalogue_is_there_and_of_this_version() -> None:
    services.mark_tables_loaded(services.tables_fingerprint())
    assert not ill(stores.check_catalogue)
    services.mark_tables_loaded("another")
    assert said(stores.check_catalogue).startswith("hint")
    Card.objects.all().delete()
    assert "no cards are loaded Run manage.py load_catalogue" in said(stores.check_catalogue)


def test_redis_is_not_missed_by_a_site_of_one_process() -> None:
    assert not ill(stores.check_redis)


def test_redis_that_is_away_is_wrong(settings: LazySettings) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    assert "isn’t responding" in said(stores.check_redis)


def test_redis_that_throws_tasks_away_is_a_hint(with_redis: Callable[..., None]) -> None:
    with_redis(policy="allkeys-lru")
    assert "maxmemory-policy noeviction" in said(stores.check_redis)
    with_redis()
    assert not ill(stores.check_redis)


def test_a_queue_nobody_works_on_is_wrong(with_redis: Callable[..., None], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stores, "clock_lag", lambda: 1.0)
    with_redis(waits=5)
    assert not ill(stores.check_task_queue)
    with_redis(waits=300)
    assert "the oldest for 300 s" in said(stores.check_task_queue) and "celery -A tenmoons worker" in said(
        stores.check_task_queue
    )


@pytest.mark.parametrize(("age", "well"), [(None, False), (31.0, False), (2.0, True)])
def test_clocks_nobody_looks_at_are_wrong(age: float | None, well: bool) -> None:
    assert (stores.clocks_finding(age).level is Level.GOOD) == well


@pytest.mark.parametrize(
    ("days", "expected"),
    [
        (None, "none has been made on this machine"),
        (30, "30 days old"),
        (-30, "Set this machine’s clock."),
        (1, ""),
    ],
)
def test_the_age_of_the_backup_is_judged(days: int | None, expected: str, folder: Path) -> None:
    if days is not None:
        made = timezone.now() - timedelta(days=days)
        (folder / LAST_BACKUP_FILE).write_text(json.dumps({"made": made.isoformat()}))
    assert expected in said(stores.check_backup) and bool(expected) == bool(ill(stores.check_backup))


def test_a_new_site_may_still_be_without_a_backup() -> None:
    recorder = MigrationRecorder(connection)
    recorder.migration_qs.update(applied=timezone.now() - timedelta(days=1))
    assert [finding.level for finding in stores.check_backup()] == [Level.HINT]
    recorder.migration_qs.update(applied=timezone.now() - timedelta(days=3))
    assert [finding.level for finding in stores.check_backup()] == [Level.WRONG]


@pytest.mark.parametrize(
    ("hours", "expected"),
    [(0, "less than an hour old"), (1, "1 hour old"), (20, "20 hours old"), (72, "3 days old")],
)
def test_the_age_of_a_good_backup_is_told_in_words(hours: int, expected: str, folder: Path) -> None:
    (folder / LAST_BACKUP_FILE).write_text(json.dumps({"made": (timezone.now() - timedelta(hours=hours)).isoformat()}))
    assert [finding.message for finding in stores.check_backup()] == [f"the last one is {expected}"]
