"""Setting up a game: its decks, terms and opponent."""
