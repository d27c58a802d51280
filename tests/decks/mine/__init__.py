"""My decks: orders, folders, several at once."""
