"""Webhooks: notices to other sites about what happens in an event."""

from __future__ import annotations
