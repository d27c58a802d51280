"""Versions of a deck."""
