"""Which game a pasted list is of, by the current catalogues."""

from __future__ import annotations

from cards.catalogue.queries import catalogues
from decks.core.text import ToldGame, named_game, tell_game


def game_for(text: str, chosen: str = "") -> ToldGame:
    """The game of a list: chosen, named by its heading, or told by the names on its lines."""
    said = chosen or named_game(text)
    return ToldGame(said, said=True) if said else tell_game(text, catalogues())
