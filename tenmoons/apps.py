"""App configuration: the site itself."""

import os
import tempfile
from contextlib import suppress
from pathlib import Path

from django.apps import AppConfig
from django.conf import settings
from django.utils.translation import gettext_lazy as _


class TenMoonsConfig(AppConfig):
    """The site itself."""

    name = "tenmoons"
    verbose_name = _("Ten Moons")

    def ready(self) -> None:
        """Compile translations, register system checks and metrics, and give the search of rulings the rules."""
        from cards import hooks
        from tenmoons.help_site.rulebook import numbered_rules
        from tenmoons.monitoring import signal_counters  # noqa: F401
        from tenmoons.serving import process_checks  # noqa: F401

        for folder in settings.LOCALE_PATHS:
            compile_translations(Path(folder))
        hooks.numbered_rules.register(numbered_rules)


def compile_translations(folder: Path) -> None:
    """Write the `.mo` beside every `.po` that is newer; where nothing may be written, use the one that is there."""
    for text in sorted(folder.glob("*/LC_MESSAGES/django.po")):
        compiled = text.with_suffix(".mo")
        if compiled.exists() and compiled.stat().st_mtime_ns >= text.stat().st_mtime_ns:
            continue
        import polib  # which no other start needs

        with suppress(OSError):
            # Written whole and then named, for other processes start as well.
            part, name = tempfile.mkstemp(dir=text.parent, suffix=".part")
            os.close(part)
            polib.pofile(str(text)).save_as_mofile(name)
            os.chmod(name, 0o644)
            os.replace(name, compiled)
