"""A person's collection: the boxes they own, clashes between built decks."""

from __future__ import annotations
