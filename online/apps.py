"""App configuration: games played at the site."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class OnlineConfig(AppConfig):
    """Games between two players, or one and the computer."""

    name = "online"
    verbose_name = _("Games at the site")
