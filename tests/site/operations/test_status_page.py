"""Status page: for staff only; it says what is wrong, and what to do."""

from __future__ import annotations

import json
import logging
import re
import shutil
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
from queue import Queue
from types import SimpleNamespace

import pytest
from django.conf import LazySettings
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from kombu.transport.memory import Channel

from accounts.models import Person, User
from tenmoons.backup.write import LAST_BACKUP_FILE
from tenmoons.monitoring import logs, measurements, status_page
from tenmoons.monitoring.measurements import MAX_TASK_AGE_SECONDS, MIN_FREE_BYTES
from tenmoons.monitoring.vitals import HEALTH_CHECKS

pytestmark = pytest.mark.django_db
Budget = Callable[[int], AbstractContextManager[None]]


@pytest.fixture(autouse=True)
def folder(settings: LazySettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a site without a backup, on a disk with room, whatever this machine has."""
    settings.VAR_DIR = tmp_path
    free = 2 * MIN_FREE_BYTES
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: SimpleNamespace(total=2 * free, used=free, free=free))
    return tmp_path


def looked_at(page: str) -> list[str]:
    """Return the names of the lines that need attention."""
    return re.findall(r'<th scope="row">([^<]*)</th>\s*<td>[^<]*<span class="chip bad">', page)


def test_it_is_for_staff_only(client: Client, roland_client: Client, judge_client: Client) -> None:
    assert client.get(reverse("status")).status_code == 302
    assert roland_client.get(reverse("status")).status_code == 403
    assert judge_client.get(reverse("status")).status_code == 200
    assert judge_client.post(reverse("status")).status_code == 405


def test_it_says_what_wants_a_look_and_what_to_do(judge_client: Client) -> None:
    page = judge_client.get(reverse("status")).content.decode()
    assert looked_at(page) == ["Time since last clock check", "Last backup"]
    assert "2 things need attention." in page
    assert "Is the beat running?" in page
    assert "manage.py backup FILE" in page


def test_all_is_well_when_it_is(judge_client: Client, folder: Path) -> None:
    measurements.record_clock_check()
    (folder / LAST_BACKUP_FILE).write_text(json.dumps({"made": timezone.now().isoformat()}))
    page = judge_client.get(reverse("status")).content.decode()
    assert looked_at(page) == []
    assert "All is well." in page
    assert "SQLite" in page or "PostgreSQL" in page


def test_a_disk_that_fills_and_a_task_that_waits_want_a_look(
    judge_client: Client, folder: Path, monkeypatch: pytest.MonkeyPatch, settings: LazySettings
) -> None:
    settings.REDIS_URL = ""  # the queue of a site that is one process
    measurements.record_clock_check()
    (folder / LAST_BACKUP_FILE).write_text(json.dumps({"made": timezone.now().isoformat()}))
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: SimpleNamespace(total=9, used=9, free=0))
    waiting: Queue[dict[str, object]] = Queue()
    waiting.put({"headers": {"tenmoons_sent": time.time() - MAX_TASK_AGE_SECONDS - 1}})
    monkeypatch.setitem(Channel.queues, "celery", waiting)
    page = judge_client.get(reverse("status")).content.decode()
    assert looked_at(page) == ["Oldest task has waited", "Free disk space"]
    assert "Is a worker running?" in page


def test_errors_are_named_by_kind_and_id(judge_client: Client) -> None:
    logs.ErrorCounter().emit(logging.LogRecord("drafts.table.clocks", logging.ERROR, "", 1, "a secret", (), None))
    page = judge_client.get(reverse("status")).content.decode()
    assert "1 error" in page
    assert "drafts.table.clocks" in page
    assert "a secret" not in page


def test_redis_that_is_away_is_said_and_breaks_nothing(judge_client: Client, settings: LazySettings) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    page = judge_client.get(reverse("status")).content.decode()
    assert "Redis responding" in page
    assert "check this" in page


def test_all_that_is_looked_at_has_its_line(
    judge_client: Client, folder: Path, monkeypatch: pytest.MonkeyPatch, settings: LazySettings
) -> None:
    settings.REDIS_URL = ""
    ill = {name: replace(vital, is_well=lambda _now: False) for name, vital in HEALTH_CHECKS.items()}
    monkeypatch.setattr(status_page, "HEALTH_CHECKS", ill)
    page = judge_client.get(reverse("status")).content.decode()
    # Without pages there would be none, and the disk of SQLite is the one whose room is shown.
    assert page.count('class="chip bad"') == len(set(HEALTH_CHECKS) - {"pages", "disk", "redis"})


def test_it_asks_few_questions(judge: User, judge_client: Client, django_assert_max_num_queries: Budget) -> None:
    Person.objects.create(user=judge)
    measurements.are_migrations_applied()
    with django_assert_max_num_queries(10):  # one for their second step, and one for the number in the bar
        judge_client.get(reverse("status"))
