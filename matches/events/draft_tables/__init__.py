"""The draft tables of an event."""

from __future__ import annotations
