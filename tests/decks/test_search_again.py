"""A search whose worker died, or that no worker ever got, is begun again by itself, but not for ever."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from cards.core.facts import Catalogue
from decks import tasks
from decks.assist import jobs, services
from decks.core.building import Wishes
from decks.models import SearchJob
from decks.tasks import search
from tests.decks.rows import terrah_deck

pytestmark = pytest.mark.django_db
NOW = timezone.now()


@pytest.fixture
def job(roland: User, facts: Catalogue, monkeypatch: pytest.MonkeyPatch) -> SearchJob:
    monkeypatch.setattr(tasks.search, "delay", begun.append)
    begun.clear()
    row = terrah_deck(roland, facts)
    return services.start_search(row=row, person=row.owner, wishes=Wishes())


begun: list[str] = []


def left(job: SearchJob, *, state: str, silent: int, old: int = 0) -> None:
    created, updated = NOW - timedelta(seconds=max(old, silent)), NOW - timedelta(seconds=silent)
    SearchJob.objects.filter(pk=job.pk).update(state=state, created=created, updated=updated)


@pytest.mark.parametrize("state", ["waiting", "running"])
def test_what_is_silent_is_begun_again_once(job: SearchJob, state: str) -> None:
    left(job, state=state, silent=61)
    assert jobs.restart_stale_searches(NOW, begun.append) == 1
    assert jobs.restart_stale_searches(NOW, begun.append) == 0
    assert begun == [job.key]
    search(job.key)
    job.refresh_from_db()
    assert job.state == "done"


def test_what_lives_is_left_alone(job: SearchJob) -> None:
    left(job, state="running", silent=30)
    assert jobs.restart_stale_searches(NOW, begun.append) == 0


def test_what_died_again_and_again_has_failed(job: SearchJob) -> None:
    left(job, state="running", silent=61, old=700)
    assert jobs.restart_stale_searches(NOW, begun.append) == 0
    job.refresh_from_db()
    assert job.state == "failed"


def test_what_was_stopped_is_not_begun_again(job: SearchJob) -> None:
    left(job, state="running", silent=61)
    SearchJob.objects.update(cancelled=True)
    assert jobs.restart_stale_searches(NOW, begun.append) == 0
    job.refresh_from_db()
    assert job.state == "stopped"
