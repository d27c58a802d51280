"""The cores of this floor, reachable without a web server."""

from __future__ import annotations
