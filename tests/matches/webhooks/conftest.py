"""A receiver of webhooks on loopback."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler

import pytest
from django.conf import LazySettings

from tests.matches.webhooks.builders import Receiver


@pytest.fixture
def receiver(settings: LazySettings) -> Iterator[Receiver]:
    settings.WEBHOOK_PRIVATE = True

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            server.heard.append((dict(self.headers), body))
            self.send_response(server.answer)
            self.send_header("Location", server.address)
            self.end_headers()

        def log_message(self, *args: object) -> None:
            pass

    server = Receiver(("127.0.0.1", 0), Handler)
    server.heard = []
    server.address = f"http://127.0.0.1:{server.server_port}/told?x=1"
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()
