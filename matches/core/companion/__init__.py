"""The companion's notes of a game: parsed and replayed; pure."""

from __future__ import annotations
