"""The embedded worker and beat: tasks run in the serving process, and it stops when told to."""

from __future__ import annotations

import threading

from celery import shared_task

from tenmoons.celery import app
from tenmoons.serving.embedded_worker import EmbeddedWorker

done = threading.Event()
ticked = threading.Event()


@shared_task(name="tests.say_done")
def say_done() -> None:
    done.set()


@shared_task(name="tests.tick")
def tick() -> None:
    ticked.set()


def test_a_task_and_a_beat_run_in_this_process() -> None:
    schedule = app.conf.beat_schedule
    app.conf.beat_schedule = {"tick": {"task": "tests.tick", "schedule": 0.2}}
    worker = EmbeddedWorker()
    try:
        worker.start()
        say_done.delay()
        assert done.wait(20)
        assert ticked.wait(20)
    finally:
        worker.stop()
        app.conf.beat_schedule = schedule
    assert not any(thread.name == "embedded-worker" and thread.is_alive() for thread in threading.enumerate())
