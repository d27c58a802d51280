"""Settings of the tests: those of the site, with static files served as they are in the source."""

from __future__ import annotations

from typing import Any

from tenmoons.settings import *  # noqa: F403
from tenmoons.settings import STORAGES as _STORAGES

STORAGES: dict[str, Any] = {
    **_STORAGES,
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
WHITENOISE_USE_FINDERS = True
