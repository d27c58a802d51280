"""Answering HTTP: the whole of a request in one thread, from the first middleware to the end of the view.

Django's own ASGI handler calls plain middleware and views one by one in another thread, a new one for each request with
a connection of its own to the database: most of the time of a small answer went into handing it to and fro. All views
here are plain functions, so a request goes to a thread once and comes back with its answer; the threads are kept, and
their connections with them.
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

# Requests that are worked on at the same time; more wait their turn.
THREADS = 16


class OneThreadHandler(ASGIHandler):
    """The ASGI application for HTTP."""

    def __init__(self) -> None:
        super().__init__()
        self.load_middleware(is_async=False)
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="http")

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Read the request, have it answered, send the answer."""
        if scope["type"] != "http":
            raise ValueError(f"not HTTP: {scope['type']}")
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        loop = asyncio.get_running_loop()
        # A context of its own: the language and the like of one request are nothing to the next.
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
            # All of it is in memory; what it held goes in the thread that made it.
            response.close()
            body.close()
        answer: HttpResponseBase = response
        return answer


def http() -> OneThreadHandler:
    """The application, once the apps are loaded."""
    django.setup(set_prefix=False)
    return OneThreadHandler()
