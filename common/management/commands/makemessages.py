"""`makemessages` as this project wants it: all its languages, one line a message."""

from typing import Any

from django.conf import settings
from django.core.management.commands import makemessages


class Command(makemessages.Command):
    """Collect every visible string into locale/; needs GNU gettext. Without `-l` all languages of the site."""

    # A guess that looks nearly right is worse than a gap, which the tests find.
    msgmerge_options = [*makemessages.Command.msgmerge_options, "--no-fuzzy-matching"]

    def handle(self, *args: Any, **options: Any) -> None:
        """Collect, with what the project leaves out left out."""
        options["locale"] = options["locale"] or [code for code, _name in settings.LANGUAGES if code != "en"]
        options["ignore_patterns"] = [*options["ignore_patterns"], ".venv", "var", "tests", "benchmarks", "docs"]
        options["no_wrap"], options["add_location"] = True, "file"
        options["no_obsolete"] = True
        super().handle(*args, **options)
