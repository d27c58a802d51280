"""Announcements of the organisers to everybody in an event."""

from __future__ import annotations
