"""The companion: dragons, fights and power noted while a game is played."""

from __future__ import annotations
