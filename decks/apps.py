"""App configuration: decks."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class DecksConfig(AppConfig):
    """Deck lists and their legality."""

    name = "decks"
    verbose_name = _("Decks")

    def ready(self) -> None:
        """Tell the catalogue which decks hold a card, the search what stands on a shelf, open pages at which version
        a deck is, and what can be reported."""
        from cards import hooks
        from decks.collection.queries import copies_owned
        from decks.deck.queries import holding, version_of
        from decks.public.report_kinds import register_kinds
        from live.consumers import READERS

        hooks.holders_of.register(holding)
        hooks.copies_owned.register(copies_owned)
        READERS["deck"] = version_of
        register_kinds()
