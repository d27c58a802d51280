"""ASGI handler that runs a whole request, from the first middleware to the view, in one thread of a pool.

Django's own ASGI handler moves between the event loop and a new thread for each synchronous step, with a new database
connection each request: most of the time of a small response. All views of this site are synchronous, so a request
moves to a thread once; threads and their database connections are reused. Heavy work and accounts have threads of their
own (`tenmoons.serving.lanes`), and a request whose sender hangs up before its turn is not worked on.
"""

import asyncio
import threading
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from typing import Any

import django
from django.conf import settings
from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.http import FileResponse
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix

from common.client_gone import watch
from common.text import whole_number
from tenmoons.serving.lanes import THREADS, Lane, lane
from tenmoons.serving.turns import turn


class OneThreadHandler(ASGIHandler):
    """The ASGI application for HTTP."""

    def __init__(self) -> None:
        super().__init__()
        self._threads = {kind: ThreadPoolExecutor(THREADS[kind], thread_name_prefix=kind.value) for kind in Lane}

    def load_middleware(self, is_async: bool = False) -> None:
        """Build the chain for a thread, and only that: Django's constructor asks for the one of its event loop."""
        super().load_middleware(is_async=False)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Read the request, handle it in a thread, send the response."""
        if scope["type"] != "http":
            raise ValueError(f"not HTTP: {scope['type']}")
        try:
            body = await self._read_bounded(scope, receive)
        except RequestAborted:
            return
        # A context of its own, so that the language of one request does not reach the next.
        context, gone = copy_context(), threading.Event()
        context.run(watch, gone)
        kind = lane(scope["path"])
        work = self._threads[kind].submit(context.run, self._answer_in_turn, kind, scope, body)
        response = await _unless_gone(work, receive, gone)
        if response is None:
            body.close()
            return
        try:
            await self.send_response(response, send)
        finally:
            if response.streaming:
                await asyncio.wrap_future(self._threads[Lane.PAGES].submit(context.run, response.close))

    async def _read_bounded(self, scope: Any, receive: Any) -> Any:
        """The body; of one above the limits nothing is kept, and the request says its size, so that it is refused."""
        limit = settings.FILE_UPLOAD_MOST + settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        bounded = _Bounded(receive, limit, said=_content_length(scope))
        body = await self.read_body(bounded)
        if bounded.received > limit:
            headers = [(name, value) for name, value in scope["headers"] if name != b"content-length"]
            scope["headers"] = [*headers, (b"content-length", b"%d" % bounded.received)]
        return body

    def _answer_in_turn(self, kind: Lane, scope: Any, body: Any) -> HttpResponseBase:
        with turn(kind):
            return self._answer(scope, body)

    def _answer(self, scope: Any, body: Any) -> HttpResponseBase:
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=self.__class__, scope=scope)
        request, refused = self.create_request(scope, body)
        response: Any = refused if request is None else self.get_response(request)
        response._handler_class = self.__class__
        if isinstance(response, FileResponse):
            response.block_size = self.chunk_size
        if not response.streaming:
            # The response is complete; close it in the thread that made it.
            response.close()
            body.close()
        answer: HttpResponseBase = response
        return answer


class _Bounded:
    """ASGI `receive` that ends a body above the limit: nothing of what is above it is kept."""

    def __init__(self, receive: Any, limit: int, *, said: int) -> None:
        self._receive, self._limit, self.received = receive, limit, said
        self._counted = 0

    async def __call__(self) -> Any:
        """The next message; an empty last one once the body is too large."""
        if self.received > self._limit:
            return {"type": "http.request", "body": b"", "more_body": False}
        message = await self._receive()
        self._counted += len(message.get("body", b""))
        self.received = max(self.received, self._counted)
        return message if self.received <= self._limit else {"type": "http.request", "body": b"", "more_body": False}


def _content_length(scope: Any) -> int:
    said = next((value for name, value in scope["headers"] if name == b"content-length"), b"")
    return whole_number(said.decode("latin-1")) or 0


async def _unless_gone(work: Future[HttpResponseBase], receive: Any, gone: threading.Event) -> HttpResponseBase | None:
    """The answer; None where the sender hangs up before the work has begun. Work that has begun is told."""
    answered: asyncio.Future[Any] = asyncio.wrap_future(work)
    hung_up: asyncio.Future[Any] = asyncio.ensure_future(_hang_up(receive))
    try:
        await asyncio.wait({answered, hung_up}, return_when=asyncio.FIRST_COMPLETED)
        if not answered.done():
            gone.set()
            if work.cancel():
                return None
        response: HttpResponseBase = await answered
        return response
    finally:
        hung_up.cancel()


async def _hang_up(receive: Any) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def http() -> OneThreadHandler:
    """Load the apps and make the handler."""
    django.setup(set_prefix=False)
    return OneThreadHandler()
