"""Games, matches, standings and pairings."""

from __future__ import annotations
