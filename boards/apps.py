"""App configuration: positions of the game, without models."""

from django.apps import AppConfig


class BoardsConfig(AppConfig):
    """Positions: their text, the legal actions, rulings as scenes."""

    name = "boards"

    def ready(self) -> None:
        from boards.pages.scenes import scenes_of_card, scenes_of_ruling
        from cards import hooks

        hooks.scenes_of_ruling.register(scenes_of_ruling)
        hooks.scenes_of_card.register(scenes_of_card)
