"""Deck lists: judged, read and written as text, built, kept; and the pools they are built from."""
