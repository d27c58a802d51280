"""Reminders by mail that a packet waits."""
