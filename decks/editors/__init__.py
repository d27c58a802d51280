"""Decks edited by several people."""
