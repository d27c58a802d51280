"""The app configuration of this floor."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LiveConfig(AppConfig):
    """The doorbell."""

    name = "live"
    verbose_name = _("Live")
