"""Players of an event: entering, changing, merging and penalties, for the organiser."""

from __future__ import annotations
