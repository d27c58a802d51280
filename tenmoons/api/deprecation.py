"""Deprecated operations: since when, until when they work at least, and which operation does their work.

The table stands in `description.toml`. An answer of such an operation says it in the headers `Deprecation` (RFC 9745)
and `Sunset` (RFC 8594), and in `Link` where it is explained; the description of the API says it in words.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from pathlib import Path

from django.http import HttpRequest
from django.utils.http import http_date

TABLE = Path(__file__).with_name("description.toml")


@dataclass(frozen=True, slots=True)
class Deprecated:
    """How an operation ends."""

    since: date
    until: date
    instead: str

    @property
    def headers(self) -> Mapping[str, str]:
        """What its answers say."""
        since, until = (datetime.combine(day, time(), UTC).timestamp() for day in (self.since, self.until))
        link = '</help/api/#what-changed>; rel="deprecation"'
        return {"Deprecation": f"@{since:.0f}", "Sunset": http_date(until), "Link": link}

    @property
    def sentence(self) -> str:
        """What its description says."""
        return f"Deprecated since {self.since}: use `{self.instead}`. It works until {self.until} at least."


DEPRECATED: Mapping[str, Deprecated] = {
    name: Deprecated(**said) for name, said in tomllib.loads(TABLE.read_text(encoding="utf-8"))["deprecated"].items()
}


def deprecated(request: HttpRequest) -> Deprecated | None:
    """How the operation that was asked for ends, once the address of the request is resolved; None if it stays."""
    view = getattr(request.resolver_match and request.resolver_match.func, "cls", None)
    handler = getattr(view, str(request.method).lower(), None)
    return DEPRECATED.get(getattr(handler, "operation_id", ""))
