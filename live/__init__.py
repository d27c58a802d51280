"""Live updates: publishes "this topic is now at version n" to open pages, and nothing else."""

from live.pubsub import notify
