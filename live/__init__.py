"""The doorbell: one notice "this changed, version n", and nothing else ever travels."""

from __future__ import annotations

from live.pubsub import ring

__all__ = ["ring"]
