"""The simulator: the same task gives the same sums, in a process of its own, for the person who started it."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from cards.core.facts import Catalogue
from decks import tasks
from decks.models import SearchJob
from decks.tasks import search
from drafts.core.engine.bots import BotLineup
from drafts.core.engine.setup import Setup
from drafts.core.engine.sharing import Sharing
from drafts.core.simulator import SimulationTask, simulate_drafts, write_card_counts
from drafts.simulator import services
from game.arena import GameProcessEnded
from game.shipped_evidence import shipped_evidence
from tests.drafts.tables import setup_for
from tests.html import flat

PAGE = "/drafts/simulator/"
ANSWERS = {"players": "2", "sharing": "packets", "company": "club", "drafts": "3", "with_decks": "on"}


@pytest.fixture
def task(facts: Catalogue) -> SimulationTask:
    return SimulationTask(setup_for(2), BotLineup.CLUB, 2, False, "seed", facts.cards, shipped_evidence())


@pytest.fixture(autouse=True)
def begun(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the jobs for which a worker would be called."""
    keys: list[str] = []
    monkeypatch.setattr(tasks.search, "delay", keys.append)
    return keys


def started(client: Client, **changed: Any) -> SearchJob:
    response = client.post(PAGE, ANSWERS | changed)
    assert response.status_code == 302, flat(response.content)
    return SearchJob.objects.get(key=response["Location"].split("/")[-2])


def test_every_pick_of_every_draft_is_in_the_sums(task: SimulationTask) -> None:
    *_earlier, counts = simulate_drafts(task)
    assert (counts[""].drafts, counts[""].times) == (2, 2 * 78)
    assert sum(count.times for code, count in counts.items() if code) == 2 * 78
    assert not any(count.decks for count in counts.values())


def test_the_best_deck_of_each_pool_counts_for_its_cards(task: SimulationTask) -> None:
    *_earlier, counts = simulate_drafts(replace(task, drafts=1, with_decks=True))
    assert sum(count.in_decks for count in counts.values()) == 2 * 30
    assert sum(count.decks for count in counts.values()) == 2 * 39


@pytest.mark.parametrize("sharing", [way for way in Sharing if way is not Sharing.PACKETS])
def test_bots_draft_in_every_way(sharing: Sharing, task: SimulationTask) -> None:
    setup = Setup(2, task.setup.peoples, sharing=sharing)
    (counts,) = simulate_drafts(replace(task, setup=setup, drafts=1))
    assert counts[""].drafts == 1
    assert counts[""].times == (78 if sharing is Sharing.ROTISSERIE else 0)


def test_the_same_task_writes_the_same_last_line(task: SimulationTask) -> None:
    lines = []
    for _run in range(2):
        out = io.StringIO()
        write_card_counts(task, out)
        lines.append(json.loads(out.getvalue().splitlines()[-1]))
    assert lines[0] == lines[1] and lines[0]["done"] == 2


@pytest.mark.django_db
def test_a_simulation_runs_in_the_background_and_shows_its_figures(
    roland_client: Client,
    stranger_client: Client,
    db_catalogue: Catalogue,
    begun: list[str],
    django_capture_on_commit_callbacks: Callable[..., AbstractContextManager[Any]],
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        job = started(roland_client)
    assert begun == [job.key]
    address = f"{PAGE}{job.key}/"
    assert 'hx-trigger="every 1s"' in roland_client.get(address).content.decode()
    assert stranger_client.get(address).status_code == 404
    search(job.key)
    job.refresh_from_db()
    assert job.state == "done" and job.result is not None and job.result["done"] == 3
    page = flat(roland_client.get(address).content)
    assert "Drafts: 3" in page and "In decks" in page and "Games won" not in page and "every 1s" not in page
    assert address in flat(roland_client.get(PAGE).content)
    assert address not in flat(stranger_client.get(PAGE).content)


@pytest.mark.django_db
def test_a_stopped_simulation_keeps_its_drafts_so_far(
    roland_client: Client, stranger_client: Client, db_catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = started(roland_client, drafts="1000", with_decks="")
    # The worker checks after every line, and finds that the job was stopped after its start.
    monkeypatch.setattr("decks.strength.jobs.SECONDS_BETWEEN_WRITES", 0.0)
    assert stranger_client.post(f"{PAGE}{job.key}/stop/").status_code == 404
    SearchJob.objects.filter(pk=job.pk).update(cancelled=True)
    result, stopped = services.run_simulation_job(job)
    assert stopped and result is not None and 1 <= result["done"] < 1000
    roland_client.post(f"{PAGE}{job.key}/stop/")
    job.refresh_from_db()
    assert (job.state, job.over) == ("stopped", True)


@pytest.mark.django_db
def test_a_person_has_one_simulation_at_a_time(roland_client: Client) -> None:
    first, second = started(roland_client), started(roland_client)
    first.refresh_from_db()
    assert (first.state, second.state) == ("stopped", "waiting")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"drafts": "1001"}, "1000"),
        ({"drafts": "301"}, "You can simulate 1 to 300 drafts."),
        ({"sharing": "winchester", "players": "4"}, "3"),
        ({"peoples": ["Vulca"]}, "peoples"),
        ({"sharing": "x"}, "x"),
    ],
)
def test_what_cannot_be_simulated_is_refused(changed: dict[str, Any], message: str, roland_client: Client) -> None:
    response = roland_client.post(PAGE, ANSWERS | changed)
    assert response.status_code == 400
    assert message in flat(response.content)
    assert not SearchJob.objects.exists()


@pytest.mark.django_db
def test_a_process_that_fails_fails_the_job(
    roland_client: Client, db_catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = started(roland_client)
    monkeypatch.setattr(services, "task_as_line", lambda _task: "nonsense")
    with pytest.raises(GameProcessEnded):
        search(job.key)
    job.refresh_from_db()
    assert job.state == "failed"


@pytest.mark.django_db
def test_old_simulations_are_deleted_and_no_other_job(roland_client: Client) -> None:
    old, young = started(roland_client), started(roland_client)
    SearchJob.objects.filter(pk=old.pk).update(created=timezone.now() - timedelta(days=8))
    assert services.delete_old_simulations(timezone.now()) == 1
    assert SearchJob.objects.get() == young
