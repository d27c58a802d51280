"""Entering an event: requests for a place, the waiting list, checking in, and what stays with a player."""
