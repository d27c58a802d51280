"""App configuration: cards."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class CardsConfig(AppConfig):
    """The catalogue."""

    name = "cards"
    verbose_name = _("Cards")

    def ready(self) -> None:
        """Register the games with the search, and create the editors’ group once the tables exist."""
        import cards.games  # noqa: F401
        from cards.permissions import create_editor_group

        post_migrate.connect(create_editor_group, sender=self, dispatch_uid="cards.editors")
