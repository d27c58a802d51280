"""The description of the API, made once a process for all tests that read it, and by the site itself."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.test import Client


@cache
def described() -> dict[str, Any]:
    """Return the description as `/api/schema/` serves it, with the parameters that operations share in each of them."""
    return with_parameters_in_place(Client().get("/api/schema/?format=json").json())


def with_parameters_in_place(description: dict[str, Any]) -> dict[str, Any]:
    shared = description["components"]["parameters"]
    for operation in (one for methods in description["paths"].values() for one in methods.values()):
        operation["parameters"] = [
            shared.get(one.get("$ref", "").rpartition("/")[2], one) for one in operation["parameters"]
        ]
    return description
