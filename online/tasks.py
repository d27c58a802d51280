"""Celery tasks of games at the site."""

from celery import shared_task
from django.utils import timezone

from online.games import clocks, services


@shared_task(name="online.tasks.expire_due_games")
def expire_due_games() -> None:
    clocks.expire_due(timezone.now())


@shared_task(name="online.tasks.delete_old_games")
def delete_old_games() -> int:
    """Delete games that no one can open now; return their number."""
    return services.delete_old_games(timezone.now())
