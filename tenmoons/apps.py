"""The app configuration of this floor."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TenMoonsConfig(AppConfig):
    """The site itself."""

    name = "tenmoons"
    verbose_name = _("Ten Moons")

    def ready(self) -> None:
        """Register the checks of the site, and what it counts."""
        from tenmoons.monitoring import signal_counters  # noqa: F401
        from tenmoons.serving import process_checks  # noqa: F401
