"""Settings of the tests: those of the site, with static files served as they are in the source."""

from __future__ import annotations

from tenmoons.settings import *  # noqa: F403
from tenmoons.settings import STORAGES

STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
WHITENOISE_USE_FINDERS = True
