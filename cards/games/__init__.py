"""The games of the catalogue. Adding one means one more module in this package and one more line here."""

from __future__ import annotations

from collections.abc import Mapping

from cards.games import bluemoon, cthulhu
from cards.games.game import Face, Game

GAMES: Mapping[str, Game] = {game.key: game for game in (bluemoon.GAME, cthulhu.GAME)}

__all__ = ["GAMES", "Face", "Game"]
