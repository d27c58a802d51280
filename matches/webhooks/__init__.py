"""Webhooks: notices to other sites about what happens in an event."""
