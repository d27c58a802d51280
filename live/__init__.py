"""Live updates: publish “this topic is now at version n” to open pages; and the base of sockets that take actions."""

from live.pubsub import notify
