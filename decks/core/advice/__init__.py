"""Advice for deck builders, based on simulated games: how strong a deck is, and which swap would help."""
