"""The app configuration of this floor."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CommonConfig(AppConfig):
    """What every floor uses."""

    name = "common"
    verbose_name = _("Common")
