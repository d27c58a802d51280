"""Entering and leaving an event: registration, requests for a place, the waiting list, check-in, substitutes."""
