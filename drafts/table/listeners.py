"""Listeners to what happens at a table: the app of matches registers what events tell of their tables."""

from typing import Literal

from common.hooks import Hook
from drafts.models import Draft

Kind = Literal["begun", "ended", "called_off"]


@Hook
def tell(draft: Draft, kind: Kind) -> None:
    """Called inside the transaction in which it happens."""
