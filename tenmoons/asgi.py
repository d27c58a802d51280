"""ASGI application. Refuses to start with settings that cannot work together."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.urls import reverse

from tenmoons.serving.lanes import SWITCH_INTERVAL_SECONDS
from tenmoons.serving.loading import loading
from tenmoons.serving.socket_compression import compress_long_messages_only

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tenmoons.settings")

with loading():
    from tenmoons.routing import application as application

    reverse("home")  # reads the site's addresses now, not while somebody waits for the first page

sys.setswitchinterval(SWITCH_INTERVAL_SECONDS)
compress_long_messages_only()

try:
    from tenmoons.serving.process_checks import check_web_process

    check_web_process()
except ImproperlyConfigured as error:
    sys.exit(f"Ten Moons does not start: {error}")
