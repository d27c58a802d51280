"""Standings of groups and events, each place explained; pure."""

from __future__ import annotations
