"""Rulebook: the numbered rules of `docs/rules.md` as HTML, each with its number as anchor.

The file is the one source: a `## ` heading is a chapter, a `### DECK-03: Title` heading a rule with that anchor.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt

FILE = Path(__file__).resolve().parent.parent.parent / "docs" / "rules.md"
_RULE = re.compile(r"^### (?P<number>[A-Z]+-\d+[a-z]?): (?P<title>.+)$", re.MULTILINE)
_CHAPTER = re.compile(r"^## (?P<title>.+)$", re.MULTILINE)
# Links inside the file are written in lower case, as Markdown viewers make anchors; on the page a number is its anchor.
_INNER_LINK = re.compile(r"\]\(#(?P<number>[a-z]+-\d+[a-z]?)(?:-[^)]*)?\)")


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: its number ("DECK-03"), its title, its text as HTML."""

    number: str
    title: str
    html: SafeString


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter of rules."""

    title: str
    rules: tuple[Rule, ...]


def _html(markdown: str) -> SafeString:
    """Markdown of our own file as HTML; raw HTML in it would be escaped, so the result is safe."""
    linked = _INNER_LINK.sub(lambda found: f"](#{_anchor(found['number'])})", markdown)
    renderer = MarkdownIt("commonmark", {"html": False}).enable("table")
    return mark_safe(str(renderer.render(linked)))


def _anchor(lower: str) -> str:
    """`deck-15a` is DECK-15a.

    >>> _anchor("deck-15a")
    'DECK-15a'
    """
    word, _, rest = lower.partition("-")
    return f"{word.upper()}-{rest}"


def _parts(pattern: re.Pattern[str], text: str) -> list[tuple[re.Match[str], str]]:
    """Each heading with the text up to the next one of its kind."""
    found = list(pattern.finditer(text))
    ends = [match.start() for match in found[1:]] + [len(text)]
    return [(match, text[match.end() : end].strip()) for match, end in zip(found, ends, strict=True)]


@lru_cache(maxsize=1)
def chapters() -> tuple[Chapter, ...]:
    """The chapters in the order of the file."""
    return tuple(
        Chapter(
            heading["title"],
            tuple(Rule(rule["number"], rule["title"], _html(body)) for rule, body in _parts(_RULE, text)),
        )
        for heading, text in _parts(_CHAPTER, FILE.read_text(encoding="utf-8"))
    )


@lru_cache(maxsize=1)
def intro() -> SafeString:
    """What stands before the first chapter, without the title."""
    text = FILE.read_text(encoding="utf-8")
    first = _CHAPTER.search(text)
    before = text[: first.start()] if first else text
    return _html(before.partition("\n")[2])
