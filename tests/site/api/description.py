"""The description of the API, made once a process for all tests that read it, and by the site itself."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.test import Client


@cache
def described() -> dict[str, Any]:
    """The description as `/api/schema/` serves it."""
    description: dict[str, Any] = Client().get("/api/schema/?format=json").json()
    return description
