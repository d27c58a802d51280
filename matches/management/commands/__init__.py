"""The cores of matches, reachable without a web server."""

from __future__ import annotations
