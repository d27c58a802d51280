"""Services of the simulator: start drafts by bots, run them in a separate process, stop them, delete old jobs."""

import json
import subprocess
import sys
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db.models import QuerySet

from accounts.models import Person
from cards.catalogue.queries import catalogue
from cards.core.facts import People
from common.errors import Invalid, Missing
from common.text import gettext_noop
from decks.assist.jobs import queue_search_job, stop_jobs
from decks.models import SearchJob
from decks.strength.jobs import JobProgress
from decks.tasks import search
from drafts.core.engine.bots import BotLineup
from drafts.core.engine.setup import Setup
from drafts.core.engine.sharing import Sharing
from drafts.core.simulator import MAX_DRAFTS, MAX_DRAFTS_WITH_DECKS, SimulationTask, task_as_line
from drafts.models import Draft
from game.arena import ROOT, GameProcessEnded
from game.shipped_evidence import shipped_evidence

MAX_SECONDS = 600.0
LIFETIME = timedelta(days=7)
COMPANIES = dict(Draft._meta.get_field("company").flatchoices)


def setup_from_parameters(parameters: Mapping[str, Any]) -> Setup:
    """Return the set-up of a job; raises `Invalid`."""
    peoples = tuple(People(people) for people in parameters["peoples"])
    return Setup(parameters["players"], peoples, sharing=Sharing(parameters["sharing"]))


def run_simulation_job(job: SearchJob) -> tuple[dict[str, Any] | None, bool]:
    """Return the sums, and whether the job was stopped; raises `GameProcessEnded` if the process fails."""
    parameters, drafts = job.wishes, job.wishes["drafts"]
    task = SimulationTask(
        setup_from_parameters(parameters),
        BotLineup(parameters["company"]),
        drafts,
        parameters["with_decks"],
        job.key,
        catalogue().cards,
        shipped_evidence(),
    )
    progress, result = JobProgress(job, MAX_SECONDS, lambda sums: sums), None
    command = [sys.executable, "-m", "drafts.core.simulator"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT, text=True) as child:
        assert child.stdin is not None and child.stdout is not None
        child.stdin.write(task_as_line(task) + "\n")
        child.stdin.flush()
        for line in child.stdout:
            result = json.loads(line)
            progress.store_result(result)
            if not progress(result["done"] / drafts):
                child.kill()
                break
    if result is None or (child.returncode and not progress.stopped and result["done"] < drafts):
        raise GameProcessEnded
    return result, progress.stopped


def start_simulation(*, person: Person, parameters: dict[str, Any], asked_from: str) -> SearchJob:
    """Simulate drafts in the background; this stops a running simulation of the same person.

    Raises `Invalid` for an impossible set-up or too many drafts, `TooMany` if the network has enough waiting jobs.
    """
    setup_from_parameters(parameters)
    max_drafts = MAX_DRAFTS_WITH_DECKS if parameters["with_decks"] else MAX_DRAFTS
    if not 1 <= parameters["drafts"] <= max_drafts:
        raise Invalid(gettext_noop("You can simulate 1 to %(most)d drafts."), {"most": max_drafts}, field="drafts")
    kind = SearchJob.Kind.DRAFTS
    return queue_search_job(
        deck=None, person=person, asked_from=asked_from, parameters=parameters, kind=kind, start=search.delay
    )


def own_simulations(person: Person | None) -> QuerySet[SearchJob]:
    own = SearchJob.objects.filter(kind=SearchJob.Kind.DRAFTS)
    return own.filter(person=person) if person is not None else own.none()


def own_simulation(key: str, person: Person | None) -> SearchJob:
    """Return a simulation that this person started; raises `Missing` for anyone else."""
    job = own_simulations(person).filter(key=key).first()
    if job is None:
        raise Missing(gettext_noop("We couldn’t find that simulation among yours."))
    return job


def stop_simulation(key: str, person: Person | None) -> None:
    """Stop a simulation; the drafts simulated so far stay."""
    stop_jobs(SearchJob.objects.filter(pk=own_simulation(key, person).pk))


def delete_old_simulations(now: datetime) -> int:
    return SearchJob.objects.filter(kind=SearchJob.Kind.DRAFTS, created__lt=now - LIFETIME).delete()[0]
