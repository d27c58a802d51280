"""Addresses of the sockets."""

from __future__ import annotations

from django.urls import re_path

from live.consumers import RingConsumer

urlpatterns = [re_path(r"^ws/ring/(?P<topic>[A-Za-z0-9.]{3,64})/$", RingConsumer.as_asgi())]
