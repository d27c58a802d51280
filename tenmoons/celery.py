"""The Celery application; its tasks are the `tasks.py` of the floors."""

from __future__ import annotations

import os
import sys
import threading
from typing import Any

from celery import Celery
from celery.signals import beat_init, celeryd_init
from django.core.exceptions import ImproperlyConfigured

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tenmoons.settings")

app = Celery("tenmoons")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


def _refused_shape(name: str) -> None:
    from tenmoons.serving.process_checks import working

    try:
        working(name)
    except ImproperlyConfigured as error:
        # Celery logs what a receiver raises and goes on; this ends the process.
        sys.exit(str(error))


# Sent by the command `celery worker` only, never by the embedded one.
@celeryd_init.connect
def _worker_starts(**_about: Any) -> None:
    _refused_shape("worker")


@beat_init.connect
def _beat_starts(**_about: Any) -> None:
    # The embedded beat sends this too, out of its thread in the serving process: there it is in the right shape.
    if threading.current_thread() is threading.main_thread():
        _refused_shape("beat")
