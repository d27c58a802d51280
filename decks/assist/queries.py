"""Queries of searches for a deck."""

from accounts.models import Person
from common.errors import Missing
from common.text import gettext_noop
from decks.models import SearchJob


def job_by(key: str, person: Person | None) -> SearchJob:
    """A search for the person who began it; raises `Missing` for everybody else."""
    job = SearchJob.objects.select_related("deck__pool").filter(key=key, person=person).first() if person else None
    if job is None:
        raise Missing(gettext_noop("There is no such search among yours."))
    return job
