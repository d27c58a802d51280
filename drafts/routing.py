"""WebSocket URLs of drafts."""

from typing import Any

from django.urls import re_path

from drafts.sockets.consumer import DraftSocket

# Django’s types only know views here; channels expects an ASGI application.
_draft_socket: Any = DraftSocket()
urlpatterns: list[Any] = [re_path(r"^ws/drafts/(?P<key>[a-z0-9]{1,32})/$", _draft_socket)]
