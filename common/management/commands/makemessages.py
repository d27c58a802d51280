"""`makemessages` as this project wants it: all its languages, one line a message."""

import tomllib
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.commands import makemessages

from common.sentences import SENTENCES_FILE


class BuildFile(makemessages.BuildFile):
    """A file to collect from: code, a template, or the sentences of an app."""

    def preprocess(self) -> None:
        """Write a table of sentences as code that marks them, for GNU gettext knows no such tables."""
        if Path(self.path).name == SENTENCES_FILE:
            Path(self.work_path).write_text(marked_code(Path(self.path).read_text(encoding="utf-8")), encoding="utf-8")
        else:
            super().preprocess()


class Command(makemessages.Command):
    """Collect every visible string into locale/; needs GNU gettext. Without `-l` all languages of the site."""

    build_file_class = BuildFile
    # A guess that looks nearly right is worse than a gap, which the tests find.
    msgmerge_options = [*makemessages.Command.msgmerge_options, "--no-fuzzy-matching"]

    def handle(self, *args: Any, **options: Any) -> None:
        options["locale"] = options["locale"] or [code for code, _name in settings.LANGUAGES if code != "en"]
        options["ignore_patterns"] = [*options["ignore_patterns"], ".venv", "var", "tests", "benchmarks", "docs"]
        options["extensions"] = options["extensions"] or ["html", "txt", "py", "toml"]
        options["no_wrap"], options["add_location"] = True, "file"
        options["no_obsolete"] = True
        super().handle(*args, **options)


def marked_code(tables: str) -> str:
    """The sentences of tables as lines of code.

    >>> marked_code('[kinds]\\nnews = "News"')
    "gettext_noop('News')\\n"
    """
    msgids = (english for table in tomllib.loads(tables).values() for english in table.values())
    return "".join(f"gettext_noop({english!r})\n" for english in msgids)
