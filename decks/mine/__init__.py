"""My decks: the list in folders and orders, and what is done with several of them at once."""
