"""The app configuration of this floor."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CardsConfig(AppConfig):
    """The catalogue."""

    name = "cards"
    verbose_name = _("Cards")
