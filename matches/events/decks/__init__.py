"""Decks handed in for an event."""
