"""Which strings of the site are translated into which language; `python -m tests.languages` prints the report.

The strings are read from the code itself, without GNU gettext, so that the check runs on every machine.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import polib
from django.utils.translation.template import templatize

from common.sentence_tables import SENTENCES_FILE
from tests.packages import PACKAGES

ROOT = Path(__file__).resolve().parent.parent
LANGUAGES = {"de": 2, "nl": 2, "ru": 3}  # how many plural forms each has
ONE = {"_", "gettext", "gettext_lazy", "gettext_noop"}
MANY = {"ngettext", "ngettext_lazy"}
PLACE = re.compile(r"%\(\w+\)[sdf]|%[sd]|\{\w*\}|<[^>]+>")
# A file without one of these marks nothing, and is not parsed.
MARKS = re.compile(r"gettext|\b_\(")
_QUOTED = r"""u?('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
_IN_TEMPLATE = re.compile(rf"\b(?:n?gettext|_)\({_QUOTED}(?:,\s*{_QUOTED})?", re.DOTALL)

Message = tuple[str, str]  # English singular, English plural or empty


def in_code(source: str) -> Iterator[Message]:
    """Yield every message that a Python file marks."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            texts = [a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str)]
            if name in ONE and texts:
                yield texts[0], ""
            elif name in MANY and len(texts) > 1:
                yield texts[0], texts[1]


def in_tables(source: str) -> Iterator[Message]:
    """Yield every message of a `sentences.toml`."""
    for table in tomllib.loads(source).values():
        for english in table.values():
            yield english, ""


def in_template(source: str) -> Iterator[Message]:
    """Yield every message that a template marks."""
    for match in _IN_TEMPLATE.finditer(templatize(source)):
        singular, plural = match.group(1), match.group(2)
        yield ast.literal_eval(singular), ast.literal_eval(plural) if plural else ""


@cache
def wanted() -> frozenset[Message]:
    """Return every visible string of the site."""
    messages: set[Message] = set()
    for folder in PACKAGES:
        for path in (ROOT / folder).rglob("*.py"):
            if "migrations" not in path.parts and MARKS.search(source := path.read_text(encoding="utf-8")):
                messages.update(in_code(source))
        if (tables := ROOT / folder / SENTENCES_FILE).exists():
            messages.update(in_tables(tables.read_text(encoding="utf-8")))
    for path in (ROOT / "templates").rglob("*"):
        if path.is_file():
            messages.update(in_template(path.read_text(encoding="utf-8")))
    return frozenset((singular, plural) for singular, plural in messages if singular)


@cache
def catalogue(language: str) -> polib.POFile:
    """Return the stored translations of a language."""
    return polib.pofile(str(ROOT / "locale" / language / "LC_MESSAGES" / "django.po"))


def said(language: str) -> dict[Message, tuple[str, ...]]:
    """Return message → its forms in a language; messages without a translation are left out."""
    return {
        (entry.msgid, entry.msgid_plural): tuple(entry.msgstr_plural.values()) or (entry.msgstr,)
        for entry in catalogue(language)
        if entry.translated() and not entry.obsolete
    }


def places(text: str) -> Counter[str]:
    """Return the placeholders and tags of a text, which every translation must keep."""
    return Counter(PLACE.findall(text))


def missing(language: str) -> list[str]:
    """Return the English texts that a language lacks."""
    translations = said(language)
    return sorted(singular for singular, plural in wanted() if (singular, plural) not in translations)


def report() -> str:
    """Return the report, one line for each language."""
    strings = len(wanted())
    lines = [f"{'language':10}{'strings':>9}{'translated':>12}{'missing':>9}"]
    for language in LANGUAGES:
        lack = missing(language)
        lines.append(f"{language:10}{strings:>9}{strings - len(lack):>12}{len(lack):>9}")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.stdout.write(report() + "\n")
    for code in sys.argv[1:]:
        sys.stdout.write("".join(f"{code}: {text!r}\n" for text in missing(code)))
