"""Public decks: finding them, liking them, and the page of an author."""
