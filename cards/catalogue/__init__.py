"""The catalogue in the database: reading, loading, change log."""

from __future__ import annotations
