"""Strength of a deck: games in the background, with progress, which can be stopped at any time."""
