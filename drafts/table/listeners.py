"""Hook for events of a draft: the matches app listens for its pods."""

from typing import Literal

from common.hooks import SingleHook
from drafts.models import Draft

DraftEventKind = Literal["begun", "ended", "called_off"]


@SingleHook
def call_draft_listeners(draft: Draft, kind: DraftEventKind) -> None:
    """Tell the listener what happened, within the same transaction."""
