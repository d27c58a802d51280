"""Decks handed in for an event."""

from __future__ import annotations
