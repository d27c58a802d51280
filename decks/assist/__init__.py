"""Help with a deck: repair, completion, odds, statistics."""

from __future__ import annotations
