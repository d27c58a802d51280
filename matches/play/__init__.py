"""Matches of two players: sheet, games, decks, disputes."""
