"""What a web process answers: HTTP by Django, sockets by the doorbell."""

from __future__ import annotations

import warnings

from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator

from tenmoons.serving.one_thread_handler import http

# WhiteNoise hands a file to ASGI through a synchronous iterator: slower, not wrong, and said at every start.
warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous iterators")
# Before the imports below: it loads the apps.
http_application = http()

from drafts.routing import urlpatterns as draft_urls  # noqa: E402
from live.routing import urlpatterns as live_urls  # noqa: E402
from tenmoons.monitoring.socket_metrics import Watched  # noqa: E402

application = ProtocolTypeRouter(
    {"http": http_application, "websocket": Watched(AllowedHostsOriginValidator(URLRouter([*live_urls, *draft_urls])))}
)
