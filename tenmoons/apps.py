"""The app configuration of this floor."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TenMoonsConfig(AppConfig):
    """The site itself."""

    name = "tenmoons"
    verbose_name = _("Ten Moons")

    def ready(self) -> None:
        """Begin to count."""
        from tenmoons.watching import listening  # noqa: F401
