"""Live updates: publishes "this topic is now at version n" to open pages; and the base of sockets that act."""

from live.pubsub import notify
