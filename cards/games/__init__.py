"""Registry of games. A new game needs one module in this package and one entry in `GAMES`."""

from collections.abc import Mapping

from cards.core.search import add_key_table
from cards.games import bluemoon, cthulhu
from cards.games.game import CardFace, CardGame

GAMES: Mapping[str, CardGame] = {game.key: game for game in (bluemoon.BLUE_MOON_GAME, cthulhu.CTHULHU_GAME)}

for _game in GAMES.values():
    add_key_table(_game.keys)

__all__ = ["GAMES", "CardFace", "CatalogueGame"]
