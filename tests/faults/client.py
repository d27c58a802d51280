"""Requests to a site that may be away at any moment: each is answered, or its outcome is unknown."""

from __future__ import annotations

import http.client
import itertools
import json
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

SECONDS = 15


class Unknown(Exception):
    """No answer: the request was lost before, during or after its execution."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer: a status and its body."""

    status: int
    body: Any

    @property
    def done(self) -> bool:
        """Whether the site confirmed the action. What it confirmed, it must keep."""
        return 200 <= self.status < 300


class Client:
    """A program that acts for somebody, by a token or by the secret of a seat."""

    def __init__(self, *urls: str, token: str = "", seat: str = "") -> None:
        self.urls = urls
        self._turn = itertools.count()
        self.headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if token:
            self.headers["Authorization"] = f"Bearer {token}"
        if seat:
            self.headers["X-Seat-Token"] = seat
        self.slowest = 0.0

    def _connection(self) -> http.client.HTTPConnection:
        """Return a connection to the next web process that accepts one, as a reverse proxy would choose."""
        first = next(self._turn)
        for step in range(len(self.urls)):
            parts = urlsplit(self.urls[(first + step) % len(self.urls)])
            line = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=SECONDS)
            with suppress(OSError):
                line.connect()
                break
        return line

    def call(self, method: str, path: str, body: object = None) -> Answer:
        """Send one request on a connection of its own. Raises `Unknown`."""
        line = self._connection()
        try:
            content = None if body is None else json.dumps(body).encode()
            line.request(method, f"/api/v1/{path}", content, self.headers)
            response = line.getresponse()
            said = response.read()
            return Answer(response.status, json.loads(said) if said[:1] in (b"{", b"[") else None)
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise Unknown(str(error)) from None
        finally:
            line.close()
