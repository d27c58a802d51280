"""The app configuration of this floor."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class DraftsConfig(AppConfig):
    """The pass draft."""

    name = "drafts"
    verbose_name = _("Drafts")

    def ready(self) -> None:
        """Hear of seats that change hands outside this floor, and of sessions that end."""
        from drafts import signals  # noqa: F401
        from drafts.sockets import sessions  # noqa: F401
