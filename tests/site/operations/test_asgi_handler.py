"""Requests through the ASGI application, each worked on in one thread of a pool."""

from __future__ import annotations

import asyncio
import re
import threading
import time
from collections import Counter
from collections.abc import Iterator
from tempfile import SpooledTemporaryFile
from typing import Any
from unittest.mock import patch

import pytest
from asgiref.testing import ApplicationCommunicator
from django.conf import LazySettings
from django.core.signals import request_finished
from django.http import HttpRequest, HttpResponse
from django.urls import URLResolver, get_resolver
from django.utils import translation

from common.errors import Unavailable
from common.request_work import stop_if_gone
from matches.events.files.registry import FILES
from tenmoons.monitoring.middleware import PROBES
from tenmoons.serving.address_turns import MOST_OF_ONE
from tenmoons.serving.lanes import Lane, lane
from tenmoons.serving.one_thread_handler import http
from tenmoons.serving.turns import give_way, turn

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
    sent: Any = ApplicationCommunicator(http(), scope)  # type: ignore[no-untyped-call]
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
        # Another form of it, another question, another way: each is answered by the site.
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


async def test_a_page_that_waits_for_something_lets_the_next_begin() -> None:
    gate = threading.Barrier(3, timeout=10)

    def view(self: object, request: HttpRequest) -> HttpResponse:
        gate.wait()
        return HttpResponse("together")

    application, handler = http(), "tenmoons.serving.one_thread_handler.OneThreadHandler.get_response"
    with patch(handler, view), patch(f"{__name__}.http", return_value=application):
        answers = await asyncio.gather(*(asked("/cards/", address=f"192.0.2.{at}") for at in range(3)))
    assert answers == [(200, b"together")] * 3


async def test_pages_are_drawn_one_after_the_other() -> None:
    drawn, at_once = Counter[str](), []

    def view(self: object, request: HttpRequest) -> HttpResponse:
        drawn["now"] += 1
        at_once.append(drawn["now"])
        time.sleep(0.005)
        drawn["now"] -= 1
        return HttpResponse("drawn")

    application, handler = http(), "tenmoons.serving.one_thread_handler.OneThreadHandler.get_response"
    with (
        patch(handler, view),
        patch(f"{__name__}.http", return_value=application),
        patch("tenmoons.serving.turns.TURN_SECONDS", 60),
    ):
        await asyncio.gather(*(asked("/cards/", address=f"192.0.2.{at}") for at in range(6)))
    assert at_once == [1] * 6


def test_the_next_page_is_drawn_while_one_waits_for_the_database_server() -> None:
    said: list[str] = []

    def other_page() -> None:
        with turn(Lane.PAGES):
            said.append("another page")

    def execute(*statement: object) -> str:
        other = threading.Thread(target=other_page)
        other.start()
        other.join(10)
        return "rows"

    with patch("tenmoons.serving.turns.TURN_SECONDS", 60):
        with turn(Lane.PAGES):
            said.append(give_way(execute, "SELECT 1", (), False, {}))
        with turn(Lane.HEAVY), turn(Lane.ACCOUNTS):
            said.append(give_way(execute, "SELECT 1", (), False, {}))
    assert said == ["another page", "rows"] * 2


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
        sent: Any = ApplicationCommunicator(http(), scope)  # type: ignore[no-untyped-call]
        for _part in range(20):
            await sent.send_input({"type": "http.request", "body": b"x" * 10_000, "more_body": True})
        start = await sent.receive_output(60)
    assert start["status"] == 413 and sum(kept) <= 70_000
    kept.clear()
    scope["headers"] = [*scope["headers"], (b"content-length", b"200000000")]
    with patch.object(SpooledTemporaryFile, "write", write):
        sent = ApplicationCommunicator(http(), scope)  # type: ignore[no-untyped-call]
        assert (await sent.receive_output(60))["status"] == 413 and sum(kept) == 0


def _route_views(resolver: URLResolver | None = None, before: str = "") -> Iterator[tuple[str, Any]]:
    for pattern in (resolver or get_resolver()).url_patterns:
        path = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from _route_views(pattern, path)
        else:
            yield re.sub(r"<[^>]*>", "12", "/" + path), pattern.callback


def test_what_takes_long_has_threads_of_its_own_and_pages_have_theirs() -> None:
    heavy = [path for path, _view in _route_views() if "^" not in path and lane(path) is Lane.HEAVY]
    for path in ("/decks/12/help/", "/decks/import/", "/decks/12/picture.png", "/api/v1/decks/odds/", "/decks/all.zip"):
        assert path in heavy, path
    assert not any(lane(path) is Lane.HEAVY for path in ("/", "/decks/", "/cards/12/", "/decks/12/", "/api/v1/cards/"))


def test_every_pdf_and_every_file_of_an_event_is_made_by_those_threads() -> None:
    views = [path for path, _view in _route_views() if "^" not in path and ("pdf" in path or "/files/" in path)]
    names = [f"{start}/12/files/{name}" for start in ("/matches/events", "/api/v1/events") for name in FILES]
    assert "/matches/events/12/files/standings.pdf" in names and len(views) > 8
    assert [path for path in (*views, *names) if lane(path) is not Lane.HEAVY] == []


def test_every_probe_has_a_thread_of_its_own() -> None:
    assert {lane(path) for path in PROBES} == {Lane.PROBES}


def test_what_may_wait_for_a_mail_server_has_threads_of_its_own() -> None:
    paths = ("/accounts/password/reset/", "/accounts/signup/", "/accounts/login/")
    assert {lane(path) for path in paths} == {Lane.ACCOUNTS}


async def test_heavy_requests_leave_the_threads_of_pages_alone() -> None:
    gate, names = threading.Event(), []

    def view(self: object, request: HttpRequest) -> HttpResponse:
        names.append(threading.current_thread().name.split("_")[0])
        if request.path != "/cards/":
            gate.wait(10)
        return HttpResponse("done")

    application, handler = http(), "tenmoons.serving.one_thread_handler.OneThreadHandler.get_response"
    with patch(handler, view), patch(f"{__name__}.http", return_value=application):
        heavy = [asyncio.ensure_future(asked("/api/v1/decks/check/", method="POST")) for _each in range(40)]
        await asyncio.sleep(0.1)
        assert await asked("/cards/") == (200, b"done") and not any(each.done() for each in heavy)
        gate.set()
        assert await asyncio.gather(*heavy) == [(200, b"done")] * 40
    assert names.count("http-heavy") == 40 and names.count("http") == 1


async def test_a_request_whose_sender_hangs_up_before_its_turn_is_not_worked_on() -> None:
    gate, begun, ended = threading.Event(), [], []

    def view(self: object, request: HttpRequest) -> HttpResponse:
        begun.append(request.path)
        gate.wait(10)
        try:
            stop_if_gone()
        except Unavailable:
            ended.append(request.path)
        return HttpResponse("done")

    application = http()
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
    assert len(begun) == len(ended) == MOST_OF_ONE
