"""What the worker does for this floor."""

from __future__ import annotations

from typing import Any

from celery import Task, shared_task

from matches import webhooks

TRIES = 6


@shared_task(name="matches.tasks.tell_webhook", bind=True, max_retries=TRIES)
def tell_webhook(self: Task[Any, Any], pk: int, body: dict[str, object]) -> None:
    """Send one notice; an address that does not answer is asked again after 10 s, 20 s, 40 s …"""
    if not webhooks.send(pk, body) and self.request.retries < TRIES:
        raise self.retry(countdown=10 * 2**self.request.retries)
