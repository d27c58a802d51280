"""Registry of what simulates drafts: the drafts app registers it, and the worker of searches runs it in its turn."""

from typing import Any

from common.hooks import SingleHook
from decks.models import SearchJob


@SingleHook
def run_draft_simulation(job: SearchJob) -> tuple[dict[str, Any] | None, bool]:
    """Return the result of a job, and whether it was stopped."""
    return None, False
