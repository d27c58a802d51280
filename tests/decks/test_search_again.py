"""Searches run one after the other, addresses in turn; one whose worker died is restarted, but not for ever."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from cards.core.facts import Catalogue
from common.errors import TooMany
from decks import tasks
from decks.assist import jobs, services
from decks.core.building import Requirements
from decks.models import Deck, SearchJob
from decks.tasks import search
from tests.decks.rows import terrah_deck

pytestmark = pytest.mark.django_db
NOW = timezone.now()


@pytest.fixture
def job(roland: User, facts: Catalogue, monkeypatch: pytest.MonkeyPatch) -> SearchJob:
    monkeypatch.setattr(tasks.search, "delay", begun.append)
    begun.clear()
    row = terrah_deck(roland, facts)
    return services.start_search(deck=row, person=row.owner, requirements=Requirements())


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


def _asked(row: Deck, asked_from: str) -> SearchJob:
    """Create a search for a deck of its own, so that none is stopped by the next."""
    deck = Deck.objects.create(name="Another", owner=row.owner, game=row.game)
    return services.start_search(deck=deck, person=row.owner, requirements=Requirements(), asked_from=asked_from)


def _run_next(played: list[str]) -> bool:
    def play(job: SearchJob) -> tuple[dict[str, Any] | None, bool]:
        played.append(job.asked_from)
        assert jobs.next_search_key(timezone.now()) is None, "one at a time"
        return None, False

    following = jobs.next_search_key(timezone.now())
    if following is not None:
        jobs.run_search(following, play)
    return following is not None


def test_addresses_take_turns_and_one_search_runs_at_a_time(job: SearchJob) -> None:
    SearchJob.objects.all().delete()
    for asked_from in ("greedy", "greedy", "greedy", "other", "third", "other"):
        _asked(job.own_deck, asked_from)
    SearchJob.objects.update(kind="swaps")
    played: list[str] = []
    while _run_next(played):
        pass
    assert played == ["greedy", "other", "third", "greedy", "other", "greedy"]


def test_an_address_has_only_so_many_searches_that_have_not_ended(job: SearchJob) -> None:
    waiting = [_asked(job.own_deck, "hall") for _each in range(jobs.MAX_UNFINISHED_SEARCHES)]
    with pytest.raises(TooMany, match="4 searches from your network are still running"):
        _asked(job.own_deck, "hall")
    assert _asked(job.own_deck, "elsewhere").state == "waiting"
    services.cancel_search(key=waiting[0].key, person=job.person)
    assert _asked(job.own_deck, "hall").state == "waiting"


def test_a_search_is_asked_from_an_address_that_the_row_does_not_name(job: SearchJob, roland_client: Client) -> None:
    path = f"/api/v1/decks/{job.own_deck.key}/strength/"
    for address in ("2001:db8::1", "2001:db8::2", "192.0.2.7"):
        asked = roland_client.post(path, {}, content_type="application/json", REMOTE_ADDR=address)
        assert asked.status_code == 202, asked.content
    kept = list(SearchJob.objects.exclude(asked_from="").order_by("pk").values_list("asked_from", flat=True))
    assert kept[0] == kept[1] != kept[2] and "192.0.2" not in kept[2]


def test_a_dozen_searches_hold_one_task_of_the_worker_and_the_others_return_at_once(
    job: SearchJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(12):
        _asked(job.own_deck, f"guest {number % 3}")
    held: list[str] = []

    def play(key: str, _play_games: object) -> None:
        held.append(key)
        SearchJob.objects.filter(key=key).update(state="running", updated=timezone.now())
        for other in SearchJob.objects.filter(state="waiting"):
            search(other.key)
        SearchJob.objects.filter(key=key).update(state="done")

    monkeypatch.setattr(jobs, "run_search", play)
    begun.clear()
    search(job.key)
    assert len(held) == 1 and begun == [job.key], "the next one is queued behind what waits in the meantime"
