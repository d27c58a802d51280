"""Celery tasks of matches, where Celery looks for them."""

from celery import shared_task
from django.utils import timezone

from matches.events.rounds import fixtures
from matches.events.rounds.fixtures import write_overdue
from matches.records.tasks import recount_listings
from matches.webhooks.tasks import send_due_notices, send_notice

__all__ = ["recount_listings", "remind_overdue", "send_due_notices", "send_notice", "write_overdue"]


@shared_task
def remind_overdue() -> None:
    fixtures.remind_overdue(timezone.localdate())
