"""App configuration: decks."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class DecksConfig(AppConfig):
    """Deck lists and their legality."""

    name = "decks"
    verbose_name = _("Decks")

    def ready(self) -> None:
        """Tell the catalogue which decks hold a card, and the search what stands on a shelf."""
        from cards import shelf_registry, usage_registry
        from decks.card_usage import holding
        from decks.collection.queries import copies_owned

        usage_registry.register(holding)
        shelf_registry.register(copies_owned)
