"""ASGI application. Refuses to start with contradictory settings."""

import os
import sys

from django.urls import reverse

from tenmoons.serving.address_accounts import allow_many_files
from tenmoons.serving.loading import loading_modules, refusing_bad_settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tenmoons.settings")

with refusing_bad_settings():
    with loading_modules():
        from tenmoons.routing import application as application
        from tenmoons.serving.process_checks import check_web_process

        reverse("home")  # loads the site’s URLs now, not during the first request
    check_web_process()

# Python’s switch interval: the default of 5 ms adds up when a pick waits for several threads one after the other.
sys.setswitchinterval(0.0005)
allow_many_files()
