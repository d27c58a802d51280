"""Hooks of decks: what the drafts and matches apps add to the search worker and to a drafted deck’s page."""

from dataclasses import dataclass
from typing import Any

from accounts.models import Person
from common.hooks import SingleHook
from decks.models import Pool, SearchJob


@SingleHook
def run_draft_simulation(job: SearchJob) -> tuple[dict[str, Any] | None, bool]:
    """Return the result of a job, and whether it was stopped."""
    return None, False


@dataclass(frozen=True, slots=True)
class EveningOfDeck:
    """The draft a deck came from, by key, and its owner’s opponent and match in the round; empty until these exist."""

    draft_key: str
    opponent: str = ""
    match: str = ""


@SingleHook
def evening_of_pool(pool: Pool, person: Person | None) -> EveningOfDeck | None:
    """Return where a deck from a pool is played; None unless it was drafted with others."""
    return None
