"""The embedded worker and beat: tasks run in the serving process, and stop when told to."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from pathlib import Path

from celery import shared_task
from django.conf import settings

from tenmoons.celery import app
from tenmoons.serving.embedded_worker import EmbeddedWorker

ROOT = Path(__file__).resolve().parents[3]
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


def test_a_task_of_a_newer_version_does_not_stop_an_older_worker() -> None:
    done.clear()
    worker = EmbeddedWorker()
    try:
        worker.start()
        app.send_task("tests.of_the_version_after", args=["what this version does not know"])
        app.send_task("tests.say_done", kwargs={"faster": True})
        say_done.delay()
        assert done.wait(20)
    finally:
        worker.stop()


BEAT = """
import json, sys
from tenmoons.beat import app
sent = app.send_task("tests.nothing")
with app.connection_for_read() as line:
    headers = line.default_channel._get("celery")["headers"]
apps = sorted(name for name in sys.modules if name.endswith(".models") or name.startswith("rest_framework."))
print(json.dumps([list(app.conf.beat_schedule), headers["task"], "tenmoons_sent" in headers, apps]))
"""


def test_a_beat_of_its_own_sends_by_schedule_and_loads_no_app(tmp_path: Path) -> None:
    own = {"VAR_DIR": str(tmp_path), "DATABASE_URL": "", "REDIS_URL": "", "DJANGO_SETTINGS_MODULE": "tenmoons.settings"}
    done = subprocess.run([sys.executable, "-c", BEAT], env=os.environ | own, cwd=ROOT, capture_output=True, check=True)
    schedule, task, dated, apps = json.loads(done.stdout)
    assert schedule == list(settings.CELERY_BEAT_SCHEDULE) and task == "tests.nothing" and dated
    assert not [name for name in apps if not name.startswith("django.")], apps
