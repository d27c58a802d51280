"""A person’s collection: the boxes they own, clashes between built decks."""
