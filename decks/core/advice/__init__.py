"""Advice for deck builders: how strong a deck is and which swap would help, by playing."""
