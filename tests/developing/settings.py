"""Settings of `make dev`: those of the site, with the debug toolbar, and pages that reload after a change.

They are with the tests, so that no wheel contains them and nothing that an operator starts can load them.
"""

from __future__ import annotations

from tenmoons.settings import *  # noqa: F403
from tenmoons.settings import INSTALLED_APPS, MIDDLEWARE

INSTALLED_APPS += ["debug_toolbar", "django_browser_reload"]
# Inside of the middleware that compresses and counts responses.
_at = MIDDLEWARE.index("tenmoons.middleware.http_cache.HttpCacheMiddleware") + 1
MIDDLEWARE[_at:_at] = [
    "django_browser_reload.middleware.BrowserReloadMiddleware",
    "debug_toolbar.middleware.DebugToolbarMiddleware",
]
MIDDLEWARE.insert(MIDDLEWARE.index("common.headers.HeadersMiddleware") + 1, "tests.developing.reload.may_ask")
INTERNAL_IPS = ["127.0.0.1"]
DEBUG_TOOLBAR_CONFIG = {"SHOW_COLLAPSED": True}
ROOT_URLCONF = "tests.developing.urls"
