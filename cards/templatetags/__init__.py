"""Template tags of this floor."""
