"""Decks: judging them, reading and writing them as text, building and saving them; and their pools."""
