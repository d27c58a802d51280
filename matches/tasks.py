"""Celery tasks of matches, in the module that Celery loads."""

from celery import shared_task
from django.utils import timezone

from matches.events.rounds import fixtures
from matches.events.rounds.fixtures import write_overdue
from matches.records import queries as records_queries
from matches.webhooks.tasks import send_due_notices, send_notice

__all__ = ["recount_listings", "remind_overdue", "send_due_notices", "send_notice", "write_overdue"]


@shared_task
def remind_overdue() -> None:
    fixtures.remind_overdue(timezone.localdate())


@shared_task
def recount_listings() -> None:
    records_queries.recount_listings()
