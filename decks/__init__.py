"""Decks: judging them, reading and writing them as text, building and saving them; and the pools they are built
from."""
