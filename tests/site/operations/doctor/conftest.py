"""Fixtures of the doctor's tests: a folder for what the site keeps, and a fake Redis and server."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings
from django.utils.http import http_date

from tenmoons.doctor import installation, stores


@pytest.fixture(autouse=True)
def folder(settings: LazySettings, tmp_path: Path) -> Path:
    settings.VAR_DIR, settings.DEBUG, settings.HTTPS = tmp_path, False, False
    return tmp_path


class FakeRedis:
    """Redis as it answers to the doctor."""

    def __init__(self, policy: str = "noeviction", waits: float = 0, ahead: float = 0) -> None:
        self.policy, self.waits, self.ahead = policy, waits, ahead

    def info(self, _section: str) -> dict[str, str]:
        return {"maxmemory_policy": self.policy}

    def llen(self, _name: str) -> int:
        return 1

    def lindex(self, _name: str, _place: int) -> str:
        return json.dumps({"headers": {"tenmoons_sent": time.time() - self.waits}})

    def time(self) -> tuple[int, int]:
        return int(time.time() + self.ahead), 0


@pytest.fixture
def with_redis(settings: LazySettings, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    def use(**about: Any) -> None:
        settings.REDIS_URL = "redis://127.0.0.1:1/0"
        for module in (stores, installation):
            monkeypatch.setattr(module, "redis_client", lambda: FakeRedis(**about))
        monkeypatch.setattr("tenmoons.monitoring.task_metrics.redis_client", lambda: FakeRedis(**about))

    return use


@pytest.fixture
def site() -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield a server on loopback that answers each path with what the test puts there: status, headers, text."""
    answers: dict[str, Any] = {}

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            status, headers, text = answers.get(self.path, (404, {}, ""))
            if self.path.startswith("/ws/") and self.headers["Connection"] != "Upgrade":
                status = 404
            self.send_response_only(status)
            for name, value in ({"Date": http_date()} | headers).items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(text.encode())

        def log_message(self, *_about: Any) -> None:
            """Log nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}", answers
    server.shutdown()
    thread.join()
    server.server_close()
