"""Matches: crystal matches, the companion, groups, events, pairing, standings, seasons."""

from __future__ import annotations
