"""Celery tasks of records."""

from celery import shared_task

from matches.records import queries


@shared_task(name="matches.tasks.recount_listings")
def recount_listings() -> None:
    """Count again the games of public decks that were played since."""
    queries.recount_listings()
