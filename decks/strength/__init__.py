"""Strength of a deck: games in the background, with progress, which can be ended at any time."""
