"""Public decks: finding and liking them, and author pages."""
