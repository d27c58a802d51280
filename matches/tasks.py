"""Celery tasks of this app, where Celery looks for them."""

from __future__ import annotations

from matches.webhooks.tasks import send_due_notices, send_notice

__all__ = ["send_due_notices", "send_notice"]
