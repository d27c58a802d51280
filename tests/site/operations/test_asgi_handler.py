"""Requests through the ASGI application, each handled in one thread of a pool."""

from __future__ import annotations

import asyncio
import threading
import time
from tempfile import SpooledTemporaryFile
from typing import Any
from unittest.mock import patch

import pytest
from asgiref.testing import ApplicationCommunicator
from django.conf import LazySettings
from django.core.signals import request_finished
from django.http import HttpRequest, HttpResponse
from django.utils import translation

from common.errors import Unavailable
from common.request_work import raise_if_sender_gone
from tenmoons.monitoring.middleware import PROBE_VIEWS
from tenmoons.serving.address_accounts import MAX_THREADS_PER_ADDRESS
from tenmoons.serving.one_thread_handler import REQUEST_THREADS, http_handler

SCOPE = {"type": "http", "http_version": "1.1", "query_string": b"", "scheme": "http"}


async def asked(
    path: str,
    *,
    method: str = "GET",
    body: bytes = b"",
    headers: Any = (),
    address: str = "192.0.2.1",
    query: bytes = b"",
) -> tuple[int, bytes]:
    scope = SCOPE | {"method": method, "path": path, "headers": [(b"host", b"testserver"), *headers]}
    scope["query_string"] = query
    scope["client"] = (address, 50000)
    sent: Any = ApplicationCommunicator(http_handler(), scope)  # type: ignore[no-untyped-call]
    await sent.send_input({"type": "http.request", "body": body[:3], "more_body": True})
    await sent.send_input({"type": "http.request", "body": body[3:]})
    start = await sent.receive_output(60)
    answer = b""
    while True:
        part = await sent.receive_output(60)
        answer += part.get("body", b"")
        if not part.get("more_body"):
            await sent.wait()
            return start["status"], answer


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


async def test_what_may_be_kept_for_good_is_sent_again_without_the_site() -> None:
    drawn = list[str]()

    def view(self: object, request: HttpRequest) -> HttpResponse:
        drawn.append(request.path)
        return HttpResponse("a card", headers={"Cache-Control": "public, immutable", "Content-Length": "6"})

    path, packed = f"/static/{time.monotonic_ns()}.css", [(b"accept-encoding", b"gzip")]
    with patch("tenmoons.serving.one_thread_handler.OneThreadHandler.get_response", view):
        assert [await asked(path) for _phone in range(3)] == [(200, b"a card")] * 3
        assert len(drawn) == 1
        # Another form, another query, another method: each is answered by the site.
        for others in (
            packed,
            [(b"range", b"bytes=0-1")],
            [(b"if-none-match", b"x")],
            [(b"x-forwarded-proto", b"https")],
        ):
            await asked(path, headers=others)
        await asked(path, method="HEAD")
        assert len(drawn) == 6
        await asked(path, headers=packed)
        assert len(drawn) == 6


@pytest.mark.parametrize("said", ["private, immutable", "public, max-age=60", ""])
async def test_what_may_not_is_asked_of_the_site_each_time(said: str) -> None:
    drawn = list[str]()

    def view(self: object, request: HttpRequest) -> HttpResponse:
        drawn.append(request.path)
        return HttpResponse("mine", headers={"Cache-Control": said})

    with patch("tenmoons.serving.one_thread_handler.OneThreadHandler.get_response", view):
        for _time in range(2):
            await asked("/decks/")
    assert len(drawn) == 2


async def test_what_is_no_request_is_refused_and_not_an_error() -> None:
    assert (await asked("/nothing/here/"))[0] == 404
    assert (await asked("/healthz", method="POST", body=b"something"))[0] in (403, 405)
    with pytest.raises(ValueError, match="not HTTP"):
        await http_handler()({"type": "lifespan"}, None, None)


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


async def test_a_page_that_waits_for_something_lets_the_next_begin() -> None:
    gate = threading.Barrier(3, timeout=10)

    def view(self: object, request: HttpRequest) -> HttpResponse:
        gate.wait()
        return HttpResponse("together")

    application, handler = http_handler(), "tenmoons.serving.one_thread_handler.OneThreadHandler.get_response"
    with patch(handler, view), patch(f"{__name__}.http_handler", return_value=application):
        answers = await asyncio.gather(*(asked("/cards/", address=f"192.0.2.{at}") for at in range(3)))
    assert answers == [(200, b"together")] * 3


async def test_a_body_above_the_limit_is_dropped_as_it_comes_and_refused(settings: LazySettings) -> None:
    settings.FILE_UPLOAD_MOST, settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 50_000, 20_000
    kept: list[int] = []
    real = SpooledTemporaryFile.write

    def write(self: Any, part: bytes) -> int:
        kept.append(len(part))
        return real(self, part)

    scope = SCOPE | {"method": "POST", "path": "/api/v1/decks/check/"}
    scope["headers"] = [(b"host", b"testserver"), (b"content-type", b"application/json")]
    with patch.object(SpooledTemporaryFile, "write", write):
        sent: Any = ApplicationCommunicator(http_handler(), scope)  # type: ignore[no-untyped-call]
        for _part in range(20):
            await sent.send_input({"type": "http.request", "body": b"x" * 10_000, "more_body": True})
        start = await sent.receive_output(60)
    assert start["status"] == 413 and sum(kept) <= 70_000
    kept.clear()
    scope["headers"] = [*scope["headers"], (b"content-length", b"200000000")]
    with patch.object(SpooledTemporaryFile, "write", write):
        sent = ApplicationCommunicator(http_handler(), scope)  # type: ignore[no-untyped-call]
        assert (await sent.receive_output(60))["status"] == 413 and sum(kept) == 0


async def test_requests_that_take_long_leave_threads_for_the_pages_of_others() -> None:
    gate, names = threading.Event(), []

    def view(self: object, request: HttpRequest) -> HttpResponse:
        names.append(threading.current_thread().name.split("_")[0])
        if request.path not in ("/cards/", *PROBE_VIEWS):
            gate.wait(10)
        return HttpResponse("done")

    application, handler = http_handler(), "tenmoons.serving.one_thread_handler.OneThreadHandler.get_response"
    with patch(handler, view), patch(f"{__name__}.http_handler", return_value=application):
        slow = ("/api/v1/decks/check/", "/decks/12/proxies.pdf", "/accounts/signup/", "/accounts/password/reset/")
        long = [
            asyncio.ensure_future(asked(path, address=f"192.0.2.{at}"))
            for at in range(2, REQUEST_THREADS // MAX_THREADS_PER_ADDRESS + 1)
            for path in slow * 5
        ]
        await asyncio.sleep(0.1)
        for path in ("/cards/", *PROBE_VIEWS):
            assert await asked(path) == (200, b"done")
        assert not any(each.done() for each in long)
        gate.set()
        assert await asyncio.gather(*long) == [(200, b"done")] * len(long)
    assert names.count("http") == len(long) + 1 and names.count("http-probes") == len(PROBE_VIEWS)


async def test_a_request_whose_sender_hangs_up_before_its_turn_is_not_worked_on() -> None:
    gate, begun, ended = threading.Event(), [], []

    def view(self: object, request: HttpRequest) -> HttpResponse:
        begun.append(request.path)
        gate.wait(10)
        try:
            raise_if_sender_gone()
        except Unavailable:
            ended.append(request.path)
        return HttpResponse("done")

    application = http_handler()
    sent: list[Any] = []
    with patch("tenmoons.serving.one_thread_handler.OneThreadHandler.get_response", view):
        for _each in range(20):
            scope = SCOPE | {"method": "POST", "path": "/api/v1/decks/check/", "headers": [(b"host", b"testserver")]}
            sent.append(ApplicationCommunicator(application, scope))  # type: ignore[no-untyped-call]
            await sent[-1].send_input({"type": "http.request", "body": b"{}"})
            await sent[-1].receive_nothing(0.01)
        for each in sent:
            await each.send_input({"type": "http.disconnect"})
        await asyncio.sleep(0.1)
        gate.set()
        for each in sent:
            await each.wait()
    assert len(begun) == len(ended) == MAX_THREADS_PER_ADDRESS
