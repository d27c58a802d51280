"""Deprecated operations: what the table of `description.toml` says of them, and what their answers say.

Since when, until when they work at least, and which operation does their work: the headers `Deprecation` (RFC 9745) and
`Sunset` (RFC 8594), and a `Link` to where it is explained.
"""

import tomllib
from collections.abc import Mapping
from datetime import UTC, date, datetime, time
from pathlib import Path
from typing import Any

from django.http import HttpRequest
from django.utils.http import http_date

TABLE = Path(__file__).with_name("description.toml")
DEPRECATED: Mapping[str, Mapping[str, Any]] = tomllib.loads(TABLE.read_text(encoding="utf-8"))["deprecated"]


def deprecation_headers(request: HttpRequest) -> Mapping[str, str]:
    """Return the deprecation headers of a resolved request; none for an operation that stays."""
    view = getattr(request.resolver_match and request.resolver_match.func, "cls", None)
    handler = getattr(view, str(request.method).lower(), None)
    deprecation = DEPRECATED.get(getattr(handler, "operation_id", ""))
    if deprecation is None:
        return {}
    link = '</help/api/#what-changed>; rel="deprecation"'
    return {
        "Deprecation": f"@{_moment(deprecation['since'])}",
        "Sunset": http_date(_moment(deprecation["until"])),
        "Link": link,
    }


def _moment(day: date) -> int:
    return int(datetime.combine(day, time(), UTC).timestamp())
