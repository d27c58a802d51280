"""Seasons of a group: standings over time, strengths, imports."""

from __future__ import annotations
