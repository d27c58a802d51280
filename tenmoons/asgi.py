"""The ASGI application of a server. It does not come up in a shape that cannot work."""

from __future__ import annotations

import os
import sys

from django.core.exceptions import ImproperlyConfigured

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tenmoons.settings")

from tenmoons.routing import application as application

try:
    from tenmoons.serving.process_checks import serving

    serving()
except ImproperlyConfigured as error:
    sys.exit(f"Ten Moons does not start: {error}")
