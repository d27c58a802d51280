"""The site: settings, addresses, servers."""

from __future__ import annotations

from tenmoons.celery import app as celery_app

__all__ = ["celery_app"]
