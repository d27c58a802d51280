"""Registry of games. Adding one means one more module in this package and one more entry in `GAMES`."""

from collections.abc import Mapping

from cards.core.search import add_table
from cards.games import bluemoon, cthulhu
from cards.games.game import Face, Game

GAMES: Mapping[str, Game] = {game.key: game for game in (bluemoon.GAME, cthulhu.GAME)}

for _game in GAMES.values():
    add_table(_game.keys)

__all__ = ["GAMES", "Face", "Game"]
