"""Translations of the documents: tables in `fixtures/languages/documents`, keyed by the English paragraph.

A paragraph is a Markdown block: a heading, a paragraph, an item of a list, a cell of a table. If the English one
changes, it is no longer in the table; it stays English and says so until someone translates it.
"""

import csv
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import override
from markdown_it import MarkdownIt
from markdown_it.token import Token

TRANSLATIONS_FOLDER = Path(__file__).resolve().parent.parent.parent / "fixtures" / "languages" / "documents"
_ANY_LETTER = re.compile(r"[^\W\d_]")
_INLINE_CODE = re.compile(r"`[^`]+`")


# First task: translate a guide that exists only in English, like the three in fixtures/languages/documents/guides/.
@cache
def paragraph_translations(file: str) -> Mapping[str, Mapping[str, str]]:
    """Return English paragraph → language → translation of a document such as "docs/guides/host.md"."""
    path = TRANSLATIONS_FOLDER / file.removeprefix("docs/").replace(".md", ".csv")
    if not path.exists():
        return {}
    with path.open(encoding="utf-8", newline="") as opened:
        return {row["en"]: row for row in csv.DictReader(opened)}


def is_translated(file: str, language: str) -> bool:
    return language != "en" and any(row.get(language) for row in paragraph_translations(file).values())


def join_paragraph_lines(paragraph: str) -> str:
    """Return the lines of a paragraph as one line.

    >>> join_paragraph_lines("Two to six\\nplayers.")
    'Two to six players.'
    """
    return " ".join(paragraph.split())


def needs_translation(paragraph: str) -> bool:
    """Return whether a paragraph needs translation; figures and code are the same in every language.

    >>> needs_translation("30 + 5 = 35"), needs_translation("`extend`"), needs_translation("2 with Buka")
    (False, False, True)
    """
    return bool(_ANY_LETTER.search(_INLINE_CODE.sub("", paragraph)))


def translated_paragraph(english: str, file: str, language: str) -> str:
    return paragraph_translations(file).get(join_paragraph_lines(english), {}).get(language, "")


def translate_document(tokens: list[Token], file: str, language: str, reader: MarkdownIt) -> int:
    """Translate the tokens of a document, in place; return the number of untranslated paragraphs.

    Each of those is marked with its language; paragraphs and items of lists also show a note.
    """
    english = 0
    for index, token in enumerate(tokens):
        if token.type != "inline" or not needs_translation(token.content):
            continue
        words = translated_paragraph(token.content, file, language)
        if words:
            token.content = words
            token.children = reader.parseInline(words)[0].children
        else:
            english += 1
            _mark_language(tokens, index, language)
    return english


def _mark_language(tokens: list[Token], index: int, language: str) -> None:
    # In a plain list, the paragraph of an item has no element of its own, so the item is marked.
    opening = next(token for token in reversed(tokens[:index]) if token.nesting == 1 and not token.hidden)
    opening.attrs = {**opening.attrs, "lang": "en"}
    if opening.tag in ("p", "li"):
        children = tokens[index].children or []
        tokens[index].children = [*children, Token("html_inline", "", 0, content=" " + untranslated_note(language))]


def untranslated_note(language: str) -> str:
    with override(language):
        return format_html('<small class="muted" lang="{}">({})</small>', language, _("in English"))
