"""The site: settings, URLs, serving, monitoring, and the pages above the apps."""

from importlib.util import find_spec

__all__ = ["celery_app"]

# `python -m tenmoons` imports this package before anything is installed.
if find_spec("celery"):
    from tenmoons.celery import app as celery_app
