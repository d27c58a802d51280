"""ASGI routing: HTTP to Django, WebSockets to the consumers of `live`, `drafts` and `online`."""

import warnings
from typing import Any

from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator
from django.urls import re_path

from tenmoons.serving.one_thread_handler import http_handler

# WhiteNoise streams files through a synchronous iterator: slower but correct, and warned about at every start.
warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous iterators")
# Before the imports below: it loads the apps.
http_application = http_handler()

from drafts.routing import urlpatterns as draft_urls  # noqa: E402
from live.routing import urlpatterns as live_urls  # noqa: E402
from online.routing import urlpatterns as game_urls  # noqa: E402
from tenmoons.monitoring.socket_metrics import SocketCounting  # noqa: E402
from tenmoons.serving.connection import MeteredCalls  # noqa: E402


class RefuseUnknownSocket:
    """Rejects unknown URLs without an error, whose traceback would write the URL to the log."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.close"})


_unknown_socket_route: Any = re_path(r"", RefuseUnknownSocket())  # type: ignore[arg-type]
_socket_app = AllowedHostsOriginValidator(URLRouter([*live_urls, *draft_urls, *game_urls, _unknown_socket_route]))
application = MeteredCalls(ProtocolTypeRouter({"http": http_application, "websocket": SocketCounting(_socket_app)}))
