"""Registry of games for pages of decks.

Adding one means its rules in `decks/core/legality/games.py`, how its lists are read in `decks/core/text` and its decks
mended in `decks/assist/services.py`, a module in this package, and an entry in `DECK_GAMES`.
"""

from collections.abc import Mapping

from decks.games import bluemoon, cthulhu
from decks.games.game import DeckGame, SideFilter

DECK_GAMES: Mapping[str, DeckGame] = {game.rules.key: game for game in (bluemoon.GAME, cthulhu.CTHULHU_DECKS)}

__all__ = ["DECK_GAMES", "DeckGame", "SideFilter"]
