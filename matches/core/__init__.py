"""Pure rules of matches: scoring, pairing, standings, tournaments, seasons; no Django."""

from __future__ import annotations
