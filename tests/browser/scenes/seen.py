"""A page of a scene: the name of the state, the reader, and the page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from django.test import Client


@dataclass(frozen=True, slots=True)
class Seen:
    """`client` is the browser that has just submitted something, so that the page shows the message."""

    name: str
    role: str
    path: str
    status: int = 200
    client: Client | None = None
