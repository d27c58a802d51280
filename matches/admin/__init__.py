"""The admin of matches and events."""

from __future__ import annotations

from matches.admin import events, matches
