"""Webhooks of an event: add, test and remove the URLs that get notices."""
