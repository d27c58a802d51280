"""A page of a scene: what the state is called, who looks, and at what."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from django.test import Client


@dataclass(frozen=True, slots=True)
class Seen:
    """`client` is the browser that has just sent something, so that the page says what was done."""

    name: str
    role: str
    path: str
    status: int = 200
    client: Client | None = None
