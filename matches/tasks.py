"""Celery tasks of matches. Celery loads this module."""

from celery import shared_task
from django.utils import timezone

from matches.deck_records import recount_listings
from matches.events.rounds.fixtures import mail_overdue_match, remind_of_overdue_matches
from matches.webhooks import send_due_notices, send_notice

__all__ = ["mail_overdue_match", "recount_listings", "remind_overdue", "send_due_notices", "send_notice"]


@shared_task
def remind_overdue() -> None:
    remind_of_overdue_matches(timezone.localdate())
