"""Hook for what happens at a table: the app of matches listens for the tables of its events."""

from typing import Literal

from common.hooks import SingleHook
from drafts.models import Draft

DraftEventKind = Literal["begun", "ended", "called_off"]


@SingleHook
def call_draft_listeners(draft: Draft, kind: DraftEventKind) -> None:
    """Called inside the transaction in which it happens."""
