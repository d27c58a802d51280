"""Template tags of cards."""
