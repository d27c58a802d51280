"""Webhooks of a draft: adding, testing and turning off the addresses that are notified."""
