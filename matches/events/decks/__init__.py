"""Decks submitted for an event."""
