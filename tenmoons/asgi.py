"""ASGI application. Refuses to start with settings that cannot work together."""

import os
import sys

from django.urls import reverse

from tenmoons.serving.loading import loading_modules, refusing_bad_settings
from tenmoons.serving.transport_meter import allow_many_files

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tenmoons.settings")

with refusing_bad_settings():
    with loading_modules():
        from tenmoons.routing import application as application
        from tenmoons.serving.process_checks import check_web_process

        reverse("home")  # reads the site's addresses now, not while somebody waits for the first page
    check_web_process()

# A thread that wants to go on waits so long for the one that works; Python's own 5 ms add up where a pick waits for
# several threads one after the other.
sys.setswitchinterval(0.0005)
allow_many_files()
