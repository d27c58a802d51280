"""The description of the API, made once for all tests that read it."""

from __future__ import annotations

from functools import cache
from typing import Any

from drf_spectacular.generators import SchemaGenerator


@cache
def described() -> dict[str, Any]:
    """The description as `/api/schema/` serves it."""
    description: dict[str, Any] = SchemaGenerator(api_version="v1").get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    return description
