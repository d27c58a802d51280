"""Worker of the simulator: runs its drafts in a process of its own and writes the sums so far."""

import json
import subprocess
import sys
from collections.abc import Mapping
from typing import Any

from cards.catalogue.queries import catalogue
from cards.core.facts import People
from decks.models import SearchJob
from decks.strength.jobs import JobClock
from drafts.core.engine.bots import BotCompany
from drafts.core.engine.setup import Setup
from drafts.core.engine.sharing import Sharing
from drafts.core.simulator import SimulationTask, task_as_line
from game.arena import ROOT, GameProcessEnded
from game.shipped_evidence import shipped_evidence

MAX_SECONDS = 600.0


def setup_from_parameters(parameters: Mapping[str, Any]) -> Setup:
    """Return the set-up of a job; raises `Invalid`."""
    peoples = tuple(People(people) for people in parameters["peoples"])
    return Setup(parameters["players"], peoples, sharing=Sharing(parameters["sharing"]))


def run_simulation_job(job: SearchJob) -> tuple[dict[str, Any] | None, bool]:
    """Return the sums, and whether the job was stopped; raises `GameProcessEnded` if the process fails."""
    parameters, drafts = job.wishes, job.wishes["drafts"]
    task = SimulationTask(
        setup_from_parameters(parameters),
        BotCompany(parameters["company"]),
        drafts,
        parameters["with_decks"],
        job.key,
        catalogue().cards,
        shipped_evidence(),
    )
    clock, result = JobClock(job, MAX_SECONDS, lambda sums: sums), None
    command = [sys.executable, "-m", "drafts.core.simulator"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT, text=True) as child:
        assert child.stdin is not None and child.stdout is not None
        child.stdin.write(task_as_line(task) + "\n")
        child.stdin.flush()
        for line in child.stdout:
            result = json.loads(line)
            clock.show(result)
            if not clock(result["done"] / drafts):
                child.kill()
                break
    if result is None or (child.returncode and not clock.stopped and result["done"] < drafts):
        raise GameProcessEnded
    return result, clock.stopped
