"""WebSockets of draft tables."""

from __future__ import annotations
