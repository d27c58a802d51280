"""ASGI handler that runs a whole request, from the first middleware to the view, in one thread of a pool.

Django's own ASGI handler moves between the event loop and a new thread for each synchronous step, with a new database
connection each request: most of the time of a small response. All views of this site are synchronous, so a request
moves to a thread once; threads and their database connections are reused.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Any

import django
from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.http import FileResponse
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix

# Requests handled at the same time; more wait in a queue.
THREADS = 16


class OneThreadHandler(ASGIHandler):
    """The ASGI application for HTTP."""

    def __init__(self) -> None:
        super().__init__()
        self.load_middleware(is_async=False)
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="http")

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Read the request, handle it in a thread, send the response."""
        if scope["type"] != "http":
            raise ValueError(f"not HTTP: {scope['type']}")
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        loop = asyncio.get_running_loop()
        # A context of its own, so that the language of one request does not reach the next.
        context = copy_context()
        response = await loop.run_in_executor(self._threads, context.run, self._answer, scope, body)
        try:
            await self.send_response(response, send)
        finally:
            if response.streaming:
                await loop.run_in_executor(self._threads, context.run, response.close)

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


def http() -> OneThreadHandler:
    """Load the apps and make the handler."""
    django.setup(set_prefix=False)
    return OneThreadHandler()
