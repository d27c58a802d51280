"""Services of the simulator: start drafts of bots, stop them, and forget old ones."""

from datetime import datetime, timedelta
from typing import Any

from django.db.models import QuerySet

from accounts.models import Person
from common.errors import Invalid, Missing
from common.text import gettext_noop
from decks.assist.jobs import queue_search_job, stop_jobs
from decks.models import SearchJob
from decks.tasks import search
from drafts.core.simulator import MAX_DRAFTS, MAX_DRAFTS_WITH_DECKS
from drafts.models import Draft
from drafts.simulator.jobs import setup_from_parameters

LIFETIME = timedelta(days=7)
COMPANIES = dict(Draft._meta.get_field("company").flatchoices)


def start_simulation(*, person: Person, parameters: dict[str, Any], asked_from: str) -> SearchJob:
    """Simulate drafts in the background; what the same person was simulating is stopped.

    Raises `Invalid` for an impossible set-up or too many drafts, `TooMany` if the network has enough that wait.
    """
    setup_from_parameters(parameters)
    most = MAX_DRAFTS_WITH_DECKS if parameters["with_decks"] else MAX_DRAFTS
    if not 1 <= parameters["drafts"] <= most:
        raise Invalid(gettext_noop("You can simulate 1 to %(most)d drafts."), {"most": most}, place="drafts")
    kind = SearchJob.Kind.DRAFTS
    return queue_search_job(
        row=None, person=person, asked_from=asked_from, parameters=parameters, kind=kind, start=search.delay
    )


def own_simulations(person: Person | None) -> QuerySet[SearchJob]:
    """Return the simulations of a person, the latest first."""
    own = SearchJob.objects.filter(kind=SearchJob.Kind.DRAFTS)
    return own.filter(person=person) if person is not None else own.none()


def own_simulation(key: str, person: Person | None) -> SearchJob:
    """Return a simulation for the person who started it; raises `Missing` for everyone else."""
    job = own_simulations(person).filter(key=key).first()
    if job is None:
        raise Missing(gettext_noop("We couldn’t find that simulation among yours."))
    return job


def stop_simulation(key: str, person: Person | None) -> None:
    """Stop a simulation; its drafts so far stay."""
    stop_jobs(SearchJob.objects.filter(pk=own_simulation(key, person).pk))


def delete_old_simulations(now: datetime) -> int:
    """Delete simulations older than `LIFETIME`; return how many."""
    return SearchJob.objects.filter(kind=SearchJob.Kind.DRAFTS, created__lt=now - LIFETIME).delete()[0]
