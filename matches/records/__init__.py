"""Records of decks and cards: games, wins and crystals in finished matches whose decks everybody may see."""
