"""App configuration: cards."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class CardsConfig(AppConfig):
    """The catalogue."""

    name = "cards"
    verbose_name = _("Cards")

    def ready(self) -> None:
        """The games are known to the search, and the group of the editors is there as soon as the tables are."""
        import cards.games  # noqa: F401
        from cards.permissions import create_editor_group

        post_migrate.connect(create_editor_group, sender=self, dispatch_uid="cards.editors")
