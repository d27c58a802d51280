"""Rulebook: the numbered rules of `docs/rules.md` as HTML in the reader’s language; a rule’s number is its anchor.

A `## ` heading of the file is a chapter, a `### DECK-03: Title` heading a rule with that anchor. The translations are
in `tenmoons.help_site.translations`.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from html import unescape
from pathlib import Path

from django.urls import reverse
from django.utils.html import strip_tags
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt

from cards.hooks import NumberedRule
from tenmoons.help_site.translations import translate_document, translated_paragraph

RULES_FILE = Path(__file__).resolve().parent.parent.parent / "docs" / "rules.md"
RULES_FILE_NAME = "docs/rules.md"
_RULE_HEADING = re.compile(r"^### (?P<number>[A-Z]+-\d+[a-z]?): (?P<title>.+)$", re.MULTILINE)
_CHAPTER_HEADING = re.compile(r"^## (?P<title>.+)$", re.MULTILINE)
# A link in the file has the anchor that Markdown viewers make, in lower case; the page’s anchor is the number.
_INNER_LINK = re.compile(r"#(?P<number>[a-z]+-\d+[a-z]?)(?:-.*)?$")
_DOCUMENT_LINK = re.compile(r"(?P<slug>[a-z/-]+)\.md(?P<anchor>#[\w-]+)?")


@dataclass(frozen=True, slots=True)
class RuleText:
    """One rule: its number ("DECK-03"), its title, its text as HTML, the language of the title, and the number of
    untranslated paragraphs.

    `english` is that number.
    """

    number: str
    title: str
    html: SafeString
    language: str = "en"
    english: int = 0


@dataclass(frozen=True, slots=True)
class RulesChapter:
    """A chapter of rules, with the language of its title."""

    title: str
    rules: tuple[RuleText, ...]
    language: str = "en"


def _markdown_as_html(markdown: str, language: str) -> tuple[SafeString, int]:
    """Render our own Markdown as HTML (raw HTML is escaped, so it is safe), and count untranslated paragraphs."""
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = reader.parse(markdown)
    english = translate_document(tokens, RULES_FILE_NAME, language, reader) if language != "en" else 0
    for token in tokens:
        for child in token.children or ():
            target = str(child.attrs.get("href", "")) if child.type == "link_open" else ""
            if match := _INNER_LINK.match(target):
                child.attrs["href"] = f"#{rule_anchor(match['number'])}"
            elif match := _DOCUMENT_LINK.fullmatch(target):
                child.attrs["href"] = reverse("help:page", args=[match["slug"]]) + (match["anchor"] or "")
    return mark_safe(str(reader.renderer.render(tokens, reader.options, {}))), english


def _translated_title(english: str, language: str) -> tuple[str, str]:
    words = translated_paragraph(english, RULES_FILE_NAME, language) if language != "en" else english
    return (words, language) if words else (english, "en")


def rule_anchor(lower: str) -> str:
    """Return the anchor of a rule on the page, given the anchor that Markdown viewers make.

    >>> rule_anchor("deck-15a")
    'DECK-15a'
    """
    word, _, rest = lower.partition("-")
    return f"{word.upper()}-{rest}"


def heading_anchor(title: str) -> str:
    """Return the anchor that Markdown viewers give a heading.

    >>> heading_anchor("DECK-15a: Buka, and others")
    'deck-15a-buka-and-others'
    """
    return re.sub(r"\s", "-", re.sub(r"[^\w\s-]", "", title.lower()).strip())


def _split_sections(pattern: re.Pattern[str], text: str) -> list[tuple[re.Match[str], str]]:
    headings = list(pattern.finditer(text))
    ends = [match.start() for match in headings[1:]] + [len(text)]
    return [(match, text[match.end() : end].strip()) for match, end in zip(headings, ends, strict=True)]


@cache
def rules_chapters(language: str = "en") -> tuple[RulesChapter, ...]:
    """Return the chapters in the order of the file, in one of the languages of the site."""
    chapters_read = []
    for heading, text in _split_sections(_CHAPTER_HEADING, RULES_FILE.read_text(encoding="utf-8")):
        title, title_language = _translated_title(heading["title"], language)
        rules = tuple(_rule_from_markdown(rule, body, language) for rule, body in _split_sections(_RULE_HEADING, text))
        chapters_read.append(RulesChapter(title, rules, title_language))
    return tuple(chapters_read)


def _rule_from_markdown(heading: re.Match[str], body: str, language: str) -> RuleText:
    title, title_language = _translated_title(heading["title"], language)
    html, english = _markdown_as_html(body, language)
    return RuleText(heading["number"], title, html, title_language, english)


@cache
def rules_introduction(language: str = "en") -> SafeString:
    """Return the text before the first chapter, without the title."""
    text = RULES_FILE.read_text(encoding="utf-8")
    first = _CHAPTER_HEADING.search(text)
    return _markdown_as_html((text[: first.start()] if first else text).partition("\n")[2], language)[0]


def numbered_rules(language: str = "en") -> Mapping[str, NumberedRule]:
    """Return every rule by number, with its paragraphs; the last paragraph names the source."""
    url = f"{reverse('help:rules')}#"
    return {
        rule.number: NumberedRule(
            rule.number,
            rule.title,
            chapter.title,
            tuple(line.strip() for line in unescape(strip_tags(rule.html)).splitlines() if line.strip()),
            url + rule.number,
            rule.language,
        )
        for chapter in rules_chapters(language)
        for rule in chapter.rules
    }
