"""Requests through the ASGI application, each worked on in one thread of a pool."""

from __future__ import annotations

import asyncio
import threading
from typing import Any
from unittest.mock import patch

import pytest
from asgiref.testing import ApplicationCommunicator
from django.core.signals import request_finished
from django.http import HttpRequest, HttpResponse
from django.utils import translation

from tenmoons.serving.one_thread_handler import http

SCOPE = {"type": "http", "http_version": "1.1", "query_string": b"", "scheme": "http"}


async def asked(path: str, *, method: str = "GET", body: bytes = b"", headers: Any = ()) -> tuple[int, bytes]:
    scope = SCOPE | {"method": method, "path": path, "headers": [(b"host", b"testserver"), *headers]}
    sent: Any = ApplicationCommunicator(http(), scope)  # type: ignore[no-untyped-call]
    await sent.send_input({"type": "http.request", "body": body[:3], "more_body": True})
    await sent.send_input({"type": "http.request", "body": body[3:]})
    start = await sent.receive_output(10)
    found = b""
    while True:
        part = await sent.receive_output(10)
        found += part.get("body", b"")
        if not part.get("more_body"):
            await sent.wait()
            return start["status"], found


async def test_an_answer_and_the_end_of_its_request() -> None:
    ended: list[str] = []

    def note(**kwargs: object) -> None:
        ended.append(threading.current_thread().name)

    request_finished.connect(note)
    try:
        assert await asked("/healthz") == (200, b'{"status": "ok"}')
    finally:
        request_finished.disconnect(note)
    assert [name.startswith("http") for name in ended] == [True]


async def test_a_file_is_streamed() -> None:
    status, body = await asked("/static/css/site.css")
    assert status == 200
    assert b"--moon" in body


async def test_what_is_no_request_is_refused_and_not_an_error() -> None:
    assert (await asked("/nothing/here/"))[0] == 404
    assert (await asked("/healthz", method="POST", body=b"something"))[0] in (403, 405)
    with pytest.raises(ValueError, match="not HTTP"):
        await http()({"type": "lifespan"}, None, None)


async def test_a_request_leaves_nothing_to_the_next_of_its_thread() -> None:
    spoken: list[str | None] = []

    def view(self: object, request: HttpRequest) -> HttpResponse:
        spoken.append(translation.get_language())
        translation.activate("de")
        return HttpResponse("said")

    with patch("tenmoons.serving.one_thread_handler.OneThreadHandler.get_response", view):
        answers = [await asked("/healthz") for _request in range(3)]
    assert answers == [(200, b"said")] * 3
    assert set(spoken) == {spoken[0]}
    assert translation.get_language() == spoken[0]


async def test_requests_do_not_wait_for_one_another() -> None:
    gate = threading.Barrier(3, timeout=10)

    def view(self: object, request: HttpRequest) -> HttpResponse:
        gate.wait()
        return HttpResponse("together")

    one, handler = http(), "tenmoons.serving.one_thread_handler.OneThreadHandler.get_response"
    with patch(handler, view), patch(f"{__name__}.http", return_value=one):
        answers = await asyncio.gather(*(asked("/healthz") for _request in range(3)))
    assert answers == [(200, b"together")] * 3
