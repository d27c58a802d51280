"""Error reports for the operator, by mail or an error collector: the traceback, without request and variables.

URLs contain keys, forms contain passwords, and the variables of a frame contain both, so with DEBUG off a report has
only code lines and the exception. Its request id leads to the log.
"""

from types import TracebackType
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.views.debug import ExceptionReporter


class ScrubbedReporter(ExceptionReporter):
    """Django’s exception reporter without request and variables; complete with DEBUG."""

    def __init__(
        self,
        request: HttpRequest | None,
        exc_type: type[BaseException] | None,
        exc_value: BaseException | None,
        tb: TracebackType | None,
        is_email: bool = False,
    ) -> None:
        super().__init__(request if settings.DEBUG else None, exc_type, exc_value, tb, is_email)

    def get_traceback_data(self) -> dict[str, Any]:
        """Return the contents of a report; with DEBUG off, the frames have no variables."""
        data: dict[str, Any] = super().get_traceback_data()
        if not settings.DEBUG:
            for frame in data["frames"]:
                frame["vars"] = []
        return data
