"""App configuration: shared code of all apps."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CommonConfig(AppConfig):
    """Errors, middleware and helpers without models."""

    name = "common"
    verbose_name = _("Common")
