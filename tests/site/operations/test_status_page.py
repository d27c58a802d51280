"""The page of the host: for staff only; it says what is ill, and what to do."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tenmoons.backup.write import LAST
from tenmoons.monitoring import health, logs

pytestmark = pytest.mark.django_db
Budget = Callable[[int], AbstractContextManager[None]]


@pytest.fixture(autouse=True)
def folder(settings: LazySettings, tmp_path: Path) -> Path:
    settings.VAR_DIR = tmp_path
    return tmp_path


def test_it_is_for_staff_only(client: Client, roland_client: Client, judge_client: Client) -> None:
    assert client.get(reverse("status")).status_code == 302
    assert roland_client.get(reverse("status")).status_code == 403
    assert judge_client.get(reverse("status")).status_code == 200
    assert judge_client.post(reverse("status")).status_code == 405


def test_it_says_what_wants_a_look_and_what_to_do(judge_client: Client) -> None:
    page = judge_client.get(reverse("status")).content.decode()
    assert "2 things want a look." in page
    assert "Is the beat running?" in page
    assert "manage.py backup FILE" in page


def test_all_is_well_when_it_is(judge_client: Client, folder: Path) -> None:
    health.note_sweep()
    (folder / LAST).write_text(json.dumps({"made": timezone.now().isoformat()}))
    page = judge_client.get(reverse("status")).content.decode()
    assert "All is well." in page
    assert "SQLite" in page or "PostgreSQL" in page


def test_errors_are_named_by_kind_and_id(judge_client: Client) -> None:
    logs.ErrorCounter().emit(logging.LogRecord("drafts.table.clocks", logging.ERROR, "", 1, "a secret", (), None))
    page = judge_client.get(reverse("status")).content.decode()
    assert "1 error" in page
    assert "drafts.table.clocks" in page
    assert "a secret" not in page


def test_redis_that_is_away_is_said_and_breaks_nothing(judge_client: Client, settings: LazySettings) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    page = judge_client.get(reverse("status")).content.decode()
    assert "Redis answers" in page
    assert "look at it" in page


def test_it_asks_few_questions(judge_client: Client, django_assert_max_num_queries: Budget) -> None:
    health.migrated()
    with django_assert_max_num_queries(9):  # one of them asks whether staff have their second step
        judge_client.get(reverse("status"))
