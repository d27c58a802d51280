"""Registry of games for deck pages.

A new game needs its rules in `decks/core/legality/games.py`, parsing in `decks/core/text`, repair in
`decks/assist/services.py`, a module in this package, and an entry in `DECK_GAMES`.
"""

from collections.abc import Mapping

from decks.games import bluemoon, cthulhu
from decks.games.game import DeckGame, SideFilter

DECK_GAMES: Mapping[str, DeckGame] = {game.rules.key: game for game in (bluemoon.GAME, cthulhu.CTHULHU_DECKS)}

__all__ = ["DECK_GAMES", "DeckGame", "SideFilter"]
