"""Records of decks and cards: games, wins and crystals in finished matches whose decks everybody may see."""

from __future__ import annotations
