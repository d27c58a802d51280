"""Celery tasks of matches, where Celery looks for them."""

from matches.records.tasks import recount_listings
from matches.webhooks.tasks import send_due_notices, send_notice

__all__ = ["recount_listings", "send_due_notices", "send_notice"]
