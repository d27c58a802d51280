"""The Celery application; its tasks are the `tasks.py` of the floors."""

from __future__ import annotations

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tenmoons.settings")

app = Celery("tenmoons")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
