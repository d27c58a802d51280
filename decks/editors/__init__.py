"""Decks edited by several people."""

from __future__ import annotations
