"""Reports of errors, should an operator have them mailed or collected: where it broke, and nothing of what was sent.

Addresses are keys here, forms hold passwords and private texts, and the variables of a frame hold all of it. So a
report of a site in use has the lines of the code and the exception, no request and no variables; the id of the request
finds the rest in the log.
"""

from __future__ import annotations

from types import TracebackType
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.views.debug import ExceptionReporter


class Reporter(ExceptionReporter):
    """Django's report without the request and without variables; with everything on a laptop (DEBUG)."""

    def __init__(
        self,
        request: HttpRequest | None,
        exc_type: type[BaseException] | None,
        exc_value: BaseException | None,
        tb: TracebackType | None,
        is_email: bool = False,
    ) -> None:
        super().__init__(request if settings.DEBUG else None, exc_type, exc_value, tb, is_email)

    def get_traceback_frames(self) -> list[Any]:
        """The frames, without what their variables hold."""
        frames: list[Any] = super().get_traceback_frames()
        if not settings.DEBUG:
            for frame in frames:
                frame["vars"] = []
        return frames
