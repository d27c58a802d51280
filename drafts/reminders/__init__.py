"""Reminders that a packet is waiting."""
