"""House formats: declared rules of a group of players."""

from __future__ import annotations
