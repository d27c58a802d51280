"""The app configuration of this floor."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class MatchesConfig(AppConfig):
    """Games, crystal matches and standings."""

    name = "matches"
    verbose_name = _("Matches")
