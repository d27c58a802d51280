"""Hook for what happens at a table: the app of matches listens for the tables of its events."""

from typing import Literal

from common.hooks import Hook
from drafts.models import Draft

Kind = Literal["begun", "ended", "called_off"]


@Hook
def tell(draft: Draft, kind: Kind) -> None:
    """Called inside the transaction in which it happens."""
