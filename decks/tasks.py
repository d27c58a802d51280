"""What the worker of this floor does."""

from __future__ import annotations

from celery import shared_task


@shared_task(name="decks.tasks.search")
def search(key: str) -> None:
    """Run a search for a deck to its end (`decks.helping.run_search`)."""
    from decks import helping

    helping.run_search(key)
