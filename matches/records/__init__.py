"""The record of a deck and of a card: games, wins and crystals in finished matches whose decks everybody may see."""

from __future__ import annotations
