"""Groups of players: members, encounters, draft evenings."""

from __future__ import annotations
