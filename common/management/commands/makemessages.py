"""`makemessages` for this project: all its languages, one line per message."""

import re
import tomllib
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.commands import makemessages

from common.sentence_tables import SENTENCES_FILE


class BuildFile(makemessages.BuildFile):
    """A source file: code, a template, or the sentences of an app."""

    def preprocess(self) -> None:
        """Write a table of sentences as code that marks them, because GNU gettext doesn’t know such tables."""
        if Path(self.path).name == SENTENCES_FILE:
            Path(self.work_path).write_text(
                sentence_tables_as_code(Path(self.path).read_text(encoding="utf-8")), encoding="utf-8"
            )
        else:
            super().preprocess()


class Command(makemessages.Command):
    """Collect every visible string into locale/; needs GNU gettext. Without `-l`, all languages of the site."""

    build_file_class = BuildFile
    # A guess (“fuzzy” entry) that looks nearly right is worse than a gap, which tests find.
    msgmerge_options = [*makemessages.Command.msgmerge_options, "--no-fuzzy-matching"]

    def handle(self, *args: Any, **options: Any) -> None:
        options["locale"] = options["locale"] or [code for code, _name in settings.LANGUAGES if code != "en"]
        options["ignore_patterns"] = [*options["ignore_patterns"], ".venv", "var", "tests", "benchmarks", "docs"]
        options["extensions"] = options["extensions"] or ["html", "txt", "py", "toml"]
        options["no_wrap"], options["add_location"] = True, "file"
        options["no_obsolete"] = True
        super().handle(*args, **options)

    def write_po_file(self, potfile: str, locale: str) -> None:
        """Only change new and removed messages: GNU gettext would rewrite every message, in its own order."""
        file = Path(potfile).parent / locale / "LC_MESSAGES" / "django.po"
        before = file.read_text(encoding="utf-8") if file.exists() else ""
        super().write_po_file(potfile, locale)
        file.write_text(merge_po_entries(before, file.read_text(encoding="utf-8")), encoding="utf-8")


def merge_po_entries(before: str, after: str) -> str:
    """Return the entries of a .po file unchanged, without removed ones; new ones at the end."""
    new = {_msgid_of(entry): entry for entry in after.strip().split("\n\n")}
    old = {_msgid_of(entry): entry for entry in before.strip().split("\n\n")}
    kept = [entry for message, entry in old.items() if message in new]
    return "\n\n".join([*kept, *(entry for message, entry in new.items() if message not in old)]) + "\n"


def _msgid_of(entry: str) -> str:
    """Return the English text of an entry, however its lines are broken."""
    return re.sub(r'^#.*\n|"\n"', "", entry, flags=re.MULTILINE).partition("\nmsgstr")[0]


def sentence_tables_as_code(tables: str) -> str:
    """Return code that marks the sentences of tables for translation.

    >>> sentence_tables_as_code('[kinds]\\nnews = "News"')
    "gettext_noop('News')\\n"
    """
    msgids = (english for table in tomllib.loads(tables).values() for english in table.values())
    return "".join(f"gettext_noop({english!r})\n" for english in msgids)
