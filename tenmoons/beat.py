"""The beat as a process of its own, `python -m tenmoons.beat`: sends each task by its name when its time has come.

It knows settings and schedule and loads no app of the site, which takes less than half of the memory.
"""

from typing import Any

from celery import Celery
from celery.signals import beat_init
from django.conf import settings
from django.utils.log import configure_logging

from tenmoons.serving.loading import refusing_bad_settings

with refusing_bad_settings():
    from tenmoons.monitoring import task_metrics as task_metrics  # tasks say when they were sent

app: Any = Celery("tenmoons", fixups=[], set_as_current=False)
app.config_from_object(settings, namespace="CELERY")


@beat_init.connect
def _use_site_logging(**_about: object) -> None:
    configure_logging(settings.LOGGING_CONFIG, settings.LOGGING)


if __name__ == "__main__":
    app.Beat(loglevel="WARNING", quiet=True).run()
