"""Webhooks of a draft: adding, testing and turning off the addresses that are notified."""

from __future__ import annotations
