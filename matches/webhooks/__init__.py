"""Webhooks: notices to other sites about events."""

from __future__ import annotations
