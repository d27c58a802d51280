"""Celery tasks of webhooks: the first attempt at a notice, and the retries that are due."""

from celery import shared_task
from django.utils import timezone

from matches.webhooks import delivery


@shared_task(name="matches.tasks.send_notice")
def send_notice(pk: int) -> None:
    """Make the first attempt at a notice, at once."""
    delivery.attempt_notice(pk)


@shared_task(name="matches.tasks.send_due_notices")
def send_due_notices() -> int:
    """Send notices that are due: after a failed attempt, or because their task was lost."""
    return delivery.send_due_webhook_notices(timezone.now())
