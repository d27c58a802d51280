"""Private packs of card texts and pictures."""

from __future__ import annotations
