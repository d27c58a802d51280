"""Celery tasks of decks."""

from celery import shared_task
from django.utils import timezone

from decks.assist import jobs
from decks.deck import listing
from decks.strength.jobs import run_games_job as play_games


@shared_task(name="decks.tasks.search")
def search(key: str) -> None:
    """Run the next search to its end, unless one is running; `key` is the requested search."""
    if (following := jobs.next_search_key(timezone.now())) is not None:
        jobs.run_search(following, play_games)
        search.delay(key)


@shared_task(name="decks.tasks.search_again")
def search_again() -> None:
    """Queue the searches again that no worker has begun or whose worker died."""
    jobs.restart_stale_searches(timezone.now(), search.delay)


@shared_task(name="decks.tasks.renew_listings")
def renew_listings() -> None:
    """Renew listings of public decks that are older than the deck or the catalogue."""
    listing.renew_listings()
