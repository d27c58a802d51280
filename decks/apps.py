"""App configuration: decks."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class DecksConfig(AppConfig):
    """Deck lists and their legality."""

    name = "decks"
    verbose_name = _("Decks")

    def ready(self) -> None:
        """Tell the catalogue which decks hold a card."""
        from cards.usage_registry import register
        from decks.card_usage import holding

        register(holding)
