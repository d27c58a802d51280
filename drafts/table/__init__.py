"""A draft table: picks, clocks, host actions, pages and API."""

from __future__ import annotations
