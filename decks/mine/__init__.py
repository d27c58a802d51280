"""My decks: the list in folders and sort orders, and actions on several decks at once."""
