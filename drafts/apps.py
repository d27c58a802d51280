"""App configuration: drafts."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class DraftsConfig(AppConfig):
    """The pass draft."""

    name = "drafts"
    verbose_name = _("Drafts")

    def ready(self) -> None:
        """Connect the handlers of saved seats."""
        from drafts import signals  # noqa: F401
