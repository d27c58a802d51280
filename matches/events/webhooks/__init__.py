"""Webhooks of an event: adding, testing and turning off the addresses that are notified."""
