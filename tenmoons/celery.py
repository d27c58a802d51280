"""Celery application; its tasks are in each app’s `tasks.py`."""

import os
import sys
import threading
from pathlib import Path
from typing import Any

from celery import Celery
from celery.signals import beat_init, celeryd_init, worker_ready
from django.conf import settings

from tenmoons.serving.loading import refusing_bad_settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tenmoons.settings")

# Celery searches the present folder first, which may be a checkout of another version.
_import_path = [*sys.path, str(Path(__file__).resolve().parents[1])]
app = Celery("tenmoons")
sys.path[:] = _import_path
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@app.on_configure.connect
def _read_settings(**_about: Any) -> None:
    with refusing_bad_settings():
        bool(settings.SECRET_KEY)


def _exit_if_misconfigured(name: str) -> None:
    from tenmoons.serving.process_checks import check_worker_process

    # Celery logs an exception of a receiver and continues; this ends the process.
    with refusing_bad_settings():
        check_worker_process(name)


# Celery sends this signal for the command `celery worker` only, never for the embedded worker.
@celeryd_init.connect
def _on_worker_start(**_about: Any) -> None:
    _exit_if_misconfigured("worker")


@worker_ready.connect
def _on_worker_ready(**_about: Any) -> None:
    # The embedded worker sends this signal too, but there `manage.py serve` starts the thread.
    from tenmoons.serving.clock_thread import ClockThread
    from tenmoons.serving.preparation import load_postponed_catalogue

    if settings.REDIS_URL:
        ClockThread().start()
        load_postponed_catalogue()


@beat_init.connect
def _on_beat_start(**_about: Any) -> None:
    # The embedded beat sends this signal too, but from a thread of the web process, where nothing is to be checked.
    if threading.current_thread() is threading.main_thread():
        _exit_if_misconfigured("beat")
