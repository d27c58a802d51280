"""Tasks of accounts: what nobody needs any more is deleted."""

from __future__ import annotations

from datetime import timedelta

from celery import shared_task
from django.utils import timezone

from accounts.models import KeptAnswer

KEPT_ANSWERS_FOR = timedelta(days=1)


@shared_task
def forget_answers() -> int:
    """Delete the answers that were kept for an `Idempotency-Key` longer than a day; returns how many."""
    deleted, _each = KeptAnswer.objects.filter(created__lt=timezone.now() - KEPT_ANSWERS_FOR).delete()
    return deleted
