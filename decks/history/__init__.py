"""Versions of a deck."""

from __future__ import annotations
