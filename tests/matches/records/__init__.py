"""Records of decks and cards."""
