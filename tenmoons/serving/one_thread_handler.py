"""ASGI handler that runs a whole request, from the first middleware to the view, in one thread of a pool.

Django’s own ASGI handler moves between the event loop and a new thread for each synchronous step, with a new database
connection per request: most of the time of a small response. All views of this site are synchronous, so a request moves
to a thread once; threads and their database connections are reused. Addresses wait in turn for a thread
(`tenmoons.serving.address_accounts`), longer once they have used much processor time. A monitor’s probes have a thread
of their own. A request whose client disconnects before its turn is dropped.

Responses that browsers may cache for good are sent from memory, without a thread: URLs of static files and drawn cards
name their content. A first visit requests thirty such files. Through all middleware to a file on disk, each would take
2.6 ms of processor time instead of 0.26 ms (load 4 to 20).
"""

import asyncio
import re
import time
from collections.abc import Coroutine, Mapping
from contextvars import copy_context
from functools import partial
from typing import Any

import django
from django.conf import settings
from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.http import FileResponse, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix

from common import metrics
from common.request_work import RequestWork, attach_request_work
from common.text import parse_whole_number
from common.versioned_cache import VersionedCache
from tenmoons.monitoring.trace import REQUEST_ID_HEADER, request_id_of, request_route
from tenmoons.serving.address_accounts import AddressAccount, AddressTurns, transport_meter

# Requests handled at the same time; some wait for a mail server, or for a process that makes a paper.
REQUEST_THREADS = 12
# Addresses that monitors request (`tenmoons.monitoring.middleware`).
_PROBE_PATHS = frozenset({"/healthz", "/readyz", "/metrics"})
# Processor time (measured) that the event loop needs for a request on a new connection, in addition to its thread.
EVENT_LOOP_SECONDS = 0.001
# The same for a response from memory; every other response counts at least this much.
CACHED_ANSWER_SECONDS = 0.0002
# In seconds: a body of three megabytes over a slow line takes most of this time.
MAX_BODY_SECONDS = 60
# The parameters of a content type, except the boundary of its parts.
_MEDIA_TYPE_PARAMETERS = re.compile(rb";(?!\s*boundary=)[^;]*")


class OneThreadHandler(ASGIHandler):
    """The ASGI application for HTTP."""

    def __init__(self) -> None:
        super().__init__()
        self._turns, self._probes = AddressTurns("http", REQUEST_THREADS), AddressTurns("http-probes", 1)

    def load_middleware(self, is_async: bool = False) -> None:
        """Build the chain for a thread; Django’s constructor requests that of its event loop."""
        super().load_middleware(is_async=False)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            raise ValueError(f"not HTTP: {scope['type']}")
        account = transport_meter.account_of_caller(scope)
        if wait := account.thread_time.spend_seconds(CACHED_ANSWER_SECONDS):
            await asyncio.sleep(wait)
        if cached := cached_response(scope):
            await self.send_response(cached, send)
            return
        try:
            body = await self._read_bounded_body(scope, receive)
        except RequestAborted:
            # Nothing is sent to a disconnected client.
            await self.send_response(HttpResponse(status=408, headers={"Connection": "close"}), send)
            return
        work = RequestWork()
        try:
            response = await _respond_unless_disconnected(self._run_in_turn(account, scope, body, work), receive, work)
        finally:
            body.close()
        if response is None:
            return
        try:
            await self.send_response(response, send)
        finally:
            if response.streaming:
                await asyncio.to_thread(response.close)

    async def _run_in_turn(self, account: AddressAccount, scope: Any, body: Any, work: RequestWork) -> HttpResponseBase:
        """Handle a request in a thread when its address has its turn."""
        turns = self._probes if scope["path"] in _PROBE_PATHS else self._turns
        # A context of its own, so that the language of one request does not leak into the next.
        context = copy_context()
        context.run(attach_request_work, work)
        async with turns.thread_for(account) as pool:
            work.begun = True
            answer = partial(context.run, self._respond_and_charge, scope, body, work)
            try:
                return await asyncio.get_running_loop().run_in_executor(pool, answer)
            finally:
                account.thread_time.spend_seconds(work.seconds + EVENT_LOOP_SECONDS)

    async def _read_bounded_body(self, scope: Any, receive: Any) -> Any:
        """Read the body; above the limits only the size is recorded, so that the body is rejected."""
        limit = settings.FILE_UPLOAD_MOST + settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        bounded = _BoundedReceive(receive, limit, declared=_content_length_of(scope))
        body = await self.read_body(bounded)
        if bounded.received > limit:
            headers = [(name, value) for name, value in scope["headers"] if name != b"content-length"]
            scope["headers"] = [*headers, (b"content-length", b"%d" % bounded.received)]
        return body

    def _respond_and_charge(self, scope: Any, body: Any, work: RequestWork) -> HttpResponseBase:
        began = time.thread_time()
        try:
            return self._respond(scope, body)
        finally:
            work.seconds += time.thread_time() - began

    def _respond(self, scope: Any, body: Any) -> HttpResponseBase:
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=self.__class__, scope=scope)
        scope["headers"] = [_without_charset(*header) for header in scope["headers"]]
        request, refused = self.create_request(scope, body)
        response: Any = refused if request is None else self.get_response(request)
        if request is not None:
            response = cache_response(scope, request_route(request), response)
        response._handler_class = self.__class__
        if isinstance(response, FileResponse):
            response.block_size = self.chunk_size
        if not response.streaming:
            # The response is complete; close it in the thread that made it.
            response.close()
        answer: HttpResponseBase = response
        return answer


def _without_charset(name: bytes, value: bytes) -> tuple[bytes, bytes]:
    """Drop the charset from the type of a body: some produce lone surrogates, some aren’t text encodings."""
    return name, _MEDIA_TYPE_PARAMETERS.sub(b"", value) if name == b"content-type" else value


class _BoundedReceive:
    """ASGI `receive` that ends a body that is too large, storing nothing of it, or takes too long."""

    def __init__(self, receive: Any, limit: int, *, declared: int) -> None:
        self._receive, self._limit, self.received = receive, limit, declared
        self._counted, self._until = 0, asyncio.get_running_loop().time() + MAX_BODY_SECONDS

    async def __call__(self) -> Any:
        """Return the next message; an empty last one once the body is too large."""
        if self.received > self._limit:
            return {"type": "http.request", "body": b"", "more_body": False}
        try:
            async with asyncio.timeout_at(self._until):
                message = await self._receive()
        except TimeoutError:
            return {"type": "http.disconnect"}
        self._counted += len(message.get("body", b""))
        self.received = max(self.received, self._counted)
        return message if self.received <= self._limit else {"type": "http.request", "body": b"", "more_body": False}


def _content_length_of(scope: Any) -> int:
    header = next((value for name, value in scope["headers"] if name == b"content-length"), b"")
    return parse_whole_number(header.decode("latin-1")) or 0


async def _respond_unless_disconnected(
    answer: Coroutine[Any, Any, HttpResponseBase], receive: Any, work: RequestWork
) -> HttpResponseBase | None:
    """Return the response of `work`, which learns if the client disconnects; None if that was before it began."""
    answered, hung_up = asyncio.ensure_future(answer), asyncio.ensure_future(_wait_for_disconnect(receive))
    try:
        await asyncio.wait({answered, hung_up}, return_when=asyncio.FIRST_COMPLETED)
        if not answered.done():
            work.gone.set()
            if not work.begun:
                answered.cancel()
        await asyncio.wait({answered})
        return None if answered.cancelled() else answered.result()
    finally:
        hung_up.cancel()


async def _wait_for_disconnect(receive: Any) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


# Files have 3 kB on average; the largest is a script of 50 kB.
MAX_CACHED_ANSWERS, MAX_CACHED_ANSWER_BYTES = 4096, 128_000
# Range and conditional requests go through the site.
_HEADERS_LEFT_TO_SITE = frozenset((b"range", b"if-none-match", b"if-modified-since"))
_cached_answers = VersionedCache[tuple[str, HttpResponse]](MAX_CACHED_ANSWERS)


def cached_response(scope: Mapping[str, Any]) -> HttpResponse | None:
    headers = dict(scope["headers"])
    cached = _cached_answers.get(_response_cache_key(scope, headers), None)
    if cached is None:
        return None
    route, answer = cached
    # The sender reads the headers before it waits for anything, so each response has its own id.
    answer[REQUEST_ID_HEADER] = request_id_of(headers.get(b"x-request-id", b"").decode("latin-1"))
    metrics.REQUESTS_COUNTER.labels(route, "GET", "200").inc()
    return answer


def cache_response(scope: Mapping[str, Any], route: str, response: HttpResponseBase) -> HttpResponseBase:
    """Cache a response that everyone may cache for good; return the response to send."""
    key, cache_control = _response_cache_key(scope, dict(scope["headers"])), response.get("Cache-Control", "")
    for_all = (
        response.status_code == 200
        and "public" in cache_control
        and "immutable" in cache_control
        and not response.cookies
    )
    if key is None or not for_all or int(response.get("Content-Length", "0")) not in range(1, MAX_CACHED_ANSWER_BYTES):
        return response
    answer = HttpResponse(b"".join(response), headers=dict(response.items()))
    response.close()
    _cached_answers.put(key, None, (route, answer))
    return answer


def _response_cache_key(scope: Mapping[str, Any], headers: Mapping[bytes, bytes]) -> tuple[object, ...] | None:
    """Return what the response depends on; None for a request that goes through the site."""
    wanted = headers.get(b"accept-encoding", b"")
    plain = scope["method"] == "GET" and not scope["query_string"] and b"q=" not in wanted
    if not plain or not _HEADERS_LEFT_TO_SITE.isdisjoint(headers):
        return None
    return scope["path"], scope["scheme"], headers.get(b"x-forwarded-proto") == b"https", b"gzip" in wanted


def http_handler() -> OneThreadHandler:
    django.setup(set_prefix=False)
    return OneThreadHandler()
