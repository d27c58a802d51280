"""Settings of the tests: those of the site, with the host of the test client and static files as in the source."""

from __future__ import annotations

import os

from tenmoons.settings import *  # noqa: F403
from tenmoons.settings import ALLOWED_HOSTS, CACHES, DATABASES, STORAGES

# Django adds it too, but only after the modules of the tests, and with them the sockets, are imported.
ALLOWED_HOSTS.append("testserver")
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
WHITENOISE_USE_FINDERS = True
# Rendered pages are not kept from one run to the next.
for pictures in ("card_faces", "card_sheets"):
    CACHES[pictures] = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": pictures}
# A handler that a test makes ends with its threads: no connection of theirs may be left open.
DATABASES["default"]["CONN_MAX_AGE"] = 0
# A site that a test starts is asked by one address alone.
os.environ.setdefault("SECONDS_PER_ADDRESS", "1000000")
# As those of a site, whose names say what they hold: not asked for again.
WHITENOISE_MAX_AGE = 3600
