"""A web process that says which one it is: every answer holds its port. `python -m tests.site.operations.named_process
PORT`.

Stands for a process of the site where only the routing is tested; it accepts HTTP and the opening of sockets.
"""

from __future__ import annotations

import sys
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Handler(BaseHTTPRequestHandler):
    """Answers everything with the port it was asked at."""

    protocol_version = "HTTP/1.1"
    # Header and body are written separately; the second would wait 40 ms for the first to be acknowledged.
    disable_nagle_algorithm = True

    def do_GET(self) -> None:
        """Answer a page request, or the opening of a socket."""
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        name = sys.argv[1].encode()
        if self.headers.get("Upgrade") == "websocket":
            self.send_response(HTTPStatus.SWITCHING_PROTOCOLS)
            self.send_header("Upgrade", "websocket")
            self.send_header("Connection", "Upgrade")
            self.end_headers()
            self.wfile.write(name)
            self.close_connection = True
            return
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Length", str(len(name)))
        self.end_headers()
        self.wfile.write(name)

    def do_POST(self) -> None:
        """Answer the same."""
        self.do_GET()

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing."""


if __name__ == "__main__":
    ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
