"""App configuration: the site itself."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TenMoonsConfig(AppConfig):
    """The site itself."""

    name = "tenmoons"
    verbose_name = _("Ten Moons")

    def ready(self) -> None:
        """Register system checks and metrics, and tell the rulings where rules stand."""
        from cards import rules_registry
        from tenmoons.help_site.search import rules_on
        from tenmoons.monitoring import signal_counters  # noqa: F401
        from tenmoons.serving import process_checks  # noqa: F401

        rules_registry.register(rules_on)
