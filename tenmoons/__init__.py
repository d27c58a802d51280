"""The site: settings, URLs, serving, monitoring, and the pages above the apps."""

from importlib.util import find_spec

__all__ = ["__version__", "celery_app"]
__version__ = "1.0.0rc1"

# `python -m tenmoons` imports this package before anything is installed.
if find_spec("celery"):
    from tenmoons.celery import app as celery_app
