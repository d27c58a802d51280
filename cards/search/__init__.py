"""Search over cards: pages and filters."""

from __future__ import annotations
