"""Reminders by mail that a packet waits."""

from __future__ import annotations
