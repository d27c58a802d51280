"""Template tags of every app."""
