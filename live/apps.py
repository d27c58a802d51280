"""App configuration: live updates."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LiveConfig(AppConfig):
    """Publish and subscribe for open pages; no models."""

    name = "live"
    verbose_name = _("Live")
