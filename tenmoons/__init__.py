"""The site: settings, URLs, serving, monitoring, and the pages above the apps."""

from __future__ import annotations

from tenmoons.celery import app as celery_app

__all__ = ["celery_app"]
