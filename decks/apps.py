"""App configuration: decks."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class DecksConfig(AppConfig):
    """Deck lists and their legality."""

    name = "decks"
    verbose_name = _("Decks")

    def ready(self) -> None:
        """Tell the catalogue which decks hold a card, the search what stands on a shelf, and what can be reported."""
        from cards import hooks
        from decks.card_usage import holding
        from decks.collection.queries import copies_owned
        from decks.public.report_kinds import register_kinds

        hooks.holders_of.register(holding)
        hooks.copies_owned.register(copies_owned)
        register_kinds()
