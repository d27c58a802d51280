"""App configuration: the rules engine, which registers measured values of cards."""

from django.apps import AppConfig


class GameConfig(AppConfig):
    """The engine: no models; its pages show what was measured."""

    name = "game"

    def ready(self) -> None:
        from cards import hooks
        from cards.core.search.card_columns import add_number_column
        from game.evidence import DRAFTED
        from game.shipped_evidence import measured_values_of, shipped_evidence

        hooks.measured_card_values.register(measured_values_of)
        worths = shipped_evidence().cards
        drafted = {code: round(worth.value, 2) for (context, code), worth in worths.items() if context == DRAFTED}
        add_number_column("bluemoon", "worth", drafted)
