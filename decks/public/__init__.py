"""Public decks: finding them, liking them, and the page of an author."""

from __future__ import annotations
