"""Registry of draft simulations: the drafts app registers its runner, and the search worker calls it."""

from typing import Any

from common.hooks import SingleHook
from decks.models import SearchJob


@SingleHook
def run_draft_simulation(job: SearchJob) -> tuple[dict[str, Any] | None, bool]:
    """Return the result of a job, and whether it was stopped."""
    return None, False
