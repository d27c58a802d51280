"""App configuration: positions of the game, without models."""

from django.apps import AppConfig


class BoardsConfig(AppConfig):
    """Positions: their text, what may be done in them, rulings as scenes."""

    name = "boards"
