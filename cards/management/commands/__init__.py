"""Commands of cards."""
