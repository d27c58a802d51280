"""App configuration: decks."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class DecksConfig(AppConfig):
    """Deck lists and their legality."""

    name = "decks"
    verbose_name = _("Decks")

    def ready(self) -> None:
        """Register decks with the catalogue, the card search, live pages and reports."""
        from cards import hooks
        from decks.collection.queries import copies_owned_by
        from decks.deck.queries import current_version_of, public_decks_with_card
        from decks.public.report_kinds import register_report_kinds
        from live.consumers import VERSION_READERS

        hooks.public_decks_with_card.register(public_decks_with_card)
        hooks.copies_owned.register(copies_owned_by)
        VERSION_READERS["deck"] = current_version_of
        register_report_kinds()
