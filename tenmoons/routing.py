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

from drafts.sockets.consumer import DraftSocket  # noqa: E402
from live.consumers import TopicSocket  # noqa: E402
from online.sockets.consumer import GameSocket  # noqa: E402
from tenmoons.monitoring.socket_metrics import SocketCounting  # noqa: E402
from tenmoons.serving.connection import MeteredCalls  # noqa: E402


class RefuseUnknownSocket:
    """Rejects unknown URLs without an error, whose traceback would write the URL to the log."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.close"})


# Django’s types only know views here; channels expects ASGI applications.
_sockets_by_url: dict[str, Any] = {
    r"^ws/ring/(?P<topic>[A-Za-z0-9.]{3,64})/$": TopicSocket(),
    r"^ws/drafts/(?P<key>[a-z0-9]{1,32})/$": DraftSocket(),
    r"^ws/games/(?P<key>[a-z0-9]{1,32})/$": GameSocket(),
    r"": RefuseUnknownSocket(),
}
_socket_app = AllowedHostsOriginValidator(URLRouter([re_path(url, socket) for url, socket in _sockets_by_url.items()]))
application = MeteredCalls(ProtocolTypeRouter({"http": http_application, "websocket": SocketCounting(_socket_app)}))
