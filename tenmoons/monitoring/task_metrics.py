"""Task metrics: carries the request id into Celery tasks, and measures how long they wait and run."""

import json
import logging
import time
from contextlib import suppress
from typing import Any

from celery.signals import before_task_publish, task_postrun, task_prerun
from django.conf import settings
from kombu.transport.memory import Channel

from common import metrics
from tenmoons.monitoring.measurements import record_clock_check, redis_client
from tenmoons.monitoring.trace import Trace, current_trace, new_request_id, request_id_of

logger = logging.getLogger("tenmoons.tasks")

CLOCK_CHECK_TASK = "drafts.tasks.expire_due_picks"
QUEUE_NAME = "celery"
_REQUEST_ID_HEADER, _SENT_AT_HEADER = "tenmoons_request_id", "tenmoons_sent"
# Tasks of the beat run every few seconds: they are only logged when they fail.
_SCHEDULED_TASKS = frozenset(entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values())
# These tasks run for every pick, so only failures are logged.
_FREQUENT_TASKS = frozenset({"accounts.tasks.queue_push"})
_running_tasks: dict[str, tuple[Any, float]] = {}


@before_task_publish.connect
def _on_task_sent(headers: dict[str, Any] | None = None, **kwargs: Any) -> None:
    trace = current_trace.get()
    if headers is not None:
        headers[_REQUEST_ID_HEADER], headers[_SENT_AT_HEADER] = trace.id if trace else new_request_id(), time.time()


@task_prerun.connect
def _on_task_start(task_id: str, task: Any, **kwargs: Any) -> None:
    request = task.request
    _running_tasks[task_id] = (
        current_trace.set(Trace(request_id_of(request.get(_REQUEST_ID_HEADER)))),
        time.perf_counter(),
    )
    sent = request.get(_SENT_AT_HEADER)
    if isinstance(sent, float):
        metrics.TASK_WAIT.observe(max(time.time() - sent, 0.0))


@task_postrun.connect
def _on_task_end(task_id: str, task: Any, state: str | None = None, **kwargs: Any) -> None:
    token, began = _running_tasks.pop(task_id, (None, 0.0))
    if token is None:
        return
    took = time.perf_counter() - began
    metrics.TASKS_COUNTER.labels(task.name, state or "").inc()
    metrics.TASK_SECONDS.labels(task.name).observe(took)
    if task.name == CLOCK_CHECK_TASK and state == "SUCCESS":
        with suppress(Exception):
            record_clock_check()
    routine = state == "SUCCESS" and task.name in _SCHEDULED_TASKS | _FREQUENT_TASKS
    level = logging.DEBUG if routine else logging.INFO
    extra = {"task": task.name, "status": state, "duration_ms": round(took * 1000, 1)}
    logger.log(level, "task %s %s in %.1f ms", task.name, state, took * 1000, extra=extra)
    with suppress(ValueError):
        current_trace.reset(token)


def waiting_tasks_and_age() -> tuple[int, float]:
    """Return the number of waiting tasks, and the age of the oldest in seconds."""
    if settings.REDIS_URL:
        length, oldest = int(redis_client().llen(QUEUE_NAME)), redis_client().lindex(QUEUE_NAME, -1)
        message = json.loads(oldest) if oldest else {}
    else:
        queue: Any = Channel.queues.get(QUEUE_NAME)
        length = queue.qsize() if queue is not None else 0
        message = queue.queue[0] if length else {}
    sent = message.get("headers", {}).get(_SENT_AT_HEADER)
    return length, max(time.time() - sent, 0.0) if isinstance(sent, float) else 0.0
