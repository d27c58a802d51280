"""Matches of two players: sheet, games, decks, disputes."""

from __future__ import annotations
