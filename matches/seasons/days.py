"""Days as an address names them."""

import contextlib
from datetime import date


def day_asked(text: str) -> date | None:
    """A day as 2025-03-14; None for anything else."""
    with contextlib.suppress(ValueError):
        return date.fromisoformat(text)
    return None
