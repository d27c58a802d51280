"""Live updates: publishes "this topic is now at version n" to open pages, and nothing else."""

from __future__ import annotations

from live.pubsub import notify
