"""The slow line passes on every byte in its order, and ends with those who use it."""

from __future__ import annotations

import http.server
import threading
import urllib.request
from collections.abc import Iterator

import pytest

from tests.servers import slow_line
from tests.servers.binaries import free_port
from tests.servers.slow_line import SlowLine

PAGE = bytes(range(256)) * 2_000


class OnePage(http.server.BaseHTTPRequestHandler):
    """A site of one page."""

    def do_GET(self) -> None:
        """Answer with the page."""
        self.send_response(200)
        self.send_header("Content-Length", str(len(PAGE)))
        self.end_headers()
        self.wfile.write(PAGE)

    def log_message(self, *_: object) -> None:
        """Log nothing."""


@pytest.fixture
def site() -> Iterator[http.server.ThreadingHTTPServer]:
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), OnePage) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


def test_every_byte_comes_in_its_order(site: http.server.ThreadingHTTPServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slow_line, "STALL_SECONDS", 0.01)
    line = SlowLine(free_port(), site.server_port)
    line.begin()
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{line.port}/", timeout=30) as answer:
            assert answer.read() == PAGE
    finally:
        line.stop()
