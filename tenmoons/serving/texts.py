"""Translations: compiled at a start, each only where its text is newer; a wheel brings them compiled."""

import os
import tempfile
from contextlib import suppress
from pathlib import Path


def compile_texts(folder: Path) -> None:
    """Write the `.mo` beside every `.po` that has changed; where nothing may be written, what is there is used."""
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
