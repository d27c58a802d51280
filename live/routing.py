"""WebSocket URLs of live updates."""

from typing import Any

from django.urls import re_path

from live.consumers import TopicSocket

# Django's types only know views here; channels expects an ASGI application.
_topic_socket: Any = TopicSocket()
urlpatterns: list[Any] = [re_path(r"^ws/ring/(?P<topic>[A-Za-z0-9.]{3,64})/$", _topic_socket)]
