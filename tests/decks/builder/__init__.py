"""Public decks: search, likes, authors, guides."""
