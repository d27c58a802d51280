"""What the worker of this floor does."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone


@shared_task(name="decks.tasks.search")
def search(key: str) -> None:
    """Run a search for a deck to its end (`decks.helping.run_search`)."""
    from decks.assist import services

    services.run_search(key)


@shared_task(name="decks.tasks.search_again")
def search_again() -> None:
    """Begin again the searches whose worker died, or that never reached one (`decks.helping.search_again`)."""
    from decks.assist import services

    services.search_again(timezone.now())
