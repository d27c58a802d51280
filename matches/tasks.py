"""What the worker does for this floor."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from matches.events import webhook_services


@shared_task(name="matches.tasks.send_notice")
def send_notice(pk: int) -> None:
    """Make the first attempt at a notice, at once."""
    webhook_services.send(pk)


@shared_task(name="matches.tasks.send_due_notices")
def send_due_notices() -> int:
    """Make the attempts that are due: those of addresses that refused, and those whose message was lost."""
    return webhook_services.send_due(timezone.now())
