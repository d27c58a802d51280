"""The site: settings, URLs, serving, monitoring, and the pages above the apps."""

import os
from importlib.util import find_spec

__all__ = ["celery_app"]

# An empty one would make the library count in the working directory.
if not os.environ.get("PROMETHEUS_MULTIPROC_DIR", "").strip():
    os.environ.pop("PROMETHEUS_MULTIPROC_DIR", None)
# `python -m tenmoons` imports this package before anything is installed.
if find_spec("celery"):
    from tenmoons.celery import app as celery_app
