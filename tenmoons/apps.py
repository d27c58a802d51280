"""App configuration: the site itself."""

from pathlib import Path

from django.apps import AppConfig
from django.conf import settings
from django.utils.translation import gettext_lazy as _


class TenMoonsConfig(AppConfig):
    """The site itself."""

    name = "tenmoons"
    verbose_name = _("Ten Moons")

    def ready(self) -> None:
        """Compile translations, register system checks and metrics, and tell the rulings where rules stand."""
        from cards import hooks
        from tenmoons.help_site.search import rules_on
        from tenmoons.monitoring import signal_counters  # noqa: F401
        from tenmoons.serving import process_checks  # noqa: F401
        from tenmoons.serving.texts import compile_texts

        for folder in settings.LOCALE_PATHS:
            compile_texts(Path(folder))
        hooks.rules_on.register(rules_on)
