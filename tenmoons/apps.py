"""App configurations: the site itself, and its static files."""

import os
import tempfile
from contextlib import suppress
from pathlib import Path

from django.apps import AppConfig
from django.conf import settings
from django.contrib.staticfiles.apps import StaticFilesConfig
from django.utils.translation import gettext_lazy as _


class TenMoonsConfig(AppConfig):
    """The site itself."""

    default = True
    name = "tenmoons"
    verbose_name = _("Ten Moons")

    def ready(self) -> None:
        """Compile translations, register system checks and metrics, and register the rules with the rulings search."""
        from cards import hooks
        from tenmoons.help_site.rulebook import numbered_rules
        from tenmoons.monitoring import query_counter, signal_counters, task_metrics  # noqa: F401
        from tenmoons.serving import process_checks  # noqa: F401

        for folder in settings.LOCALE_PATHS:
            compile_translations(Path(folder))
        hooks.numbered_rules.register(numbered_rules)


class SiteStaticFilesConfig(StaticFilesConfig):
    """Django’s app, without the pages of two libraries that the site does not use: a first start takes seconds."""

    default = False
    ignore_patterns = [*StaticFilesConfig.ignore_patterns, "redoc", "rest_framework"]


def compile_translations(folder: Path) -> None:
    """Write the `.mo` file of every newer `.po`; in a read-only folder, use the existing one."""
    for text in sorted(folder.glob("*/LC_MESSAGES/django.po")):
        compiled = text.with_suffix(".mo")
        if compiled.exists() and compiled.stat().st_mtime_ns >= text.stat().st_mtime_ns:
            continue
        import polib  # only needed for this

        with suppress(OSError):
            # Written under a temporary name and then renamed, because other processes may start as well.
            part, name = tempfile.mkstemp(dir=text.parent, suffix=".part")
            os.close(part)
            polib.pofile(str(text)).save_as_mofile(name)
            os.chmod(name, 0o644)
            os.replace(name, compiled)
