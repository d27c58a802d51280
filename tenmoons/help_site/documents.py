"""Documents as pages: Markdown files of `docs/` (and two of the root) as HTML with headings and links of the site.

The URL of a document is its path without the suffix. A translated document (`tenmoons.help_site.translations`) is shown
in the reader’s language, with the anchors of the English one. The numbered rules have a page of their own
(`tenmoons.help_site.rulebook`).
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePosixPath

from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.token import Token

from tenmoons.help_site.rulebook import heading_anchor, rule_anchor
from tenmoons.help_site.translations import is_translated, translate_document

PROJECT_ROOT = Path(__file__).resolve().parent.parent.parent
RULES_DOCUMENT = "docs/rules.md"
# Reading order for newcomers; other documents follow by name.
_FIRST_GUIDES = (
    "player", "host", "organiser", "first-script", "chat-bot", "operator", "maintainer", "catalogue", "search",
    "timing", "sources", "readings", "decks", "drafts", "play", "matches", "moving", "api",
)  # fmt: skip
_RULE_ANCHOR = re.compile(r"[a-z]+-\d+[a-z]?")


@dataclass(frozen=True, slots=True)
class DocumentSection:
    """The part below one heading: its anchor, title, level (2 to 6; 1 before the first heading) and plain text."""

    anchor: str
    title: str
    level: int
    text: str


@dataclass(frozen=True, slots=True)
class DocumentPage:
    """A document: its slug, title, HTML without the title, sections in order, language, and the number of untranslated
    paragraphs.

    That is `english`; in an English page it is 0.
    """

    slug: str
    title: str
    html: SafeString
    sections: tuple[DocumentSection, ...]
    language: str = "en"
    english: int = 0

    @property
    def table_of_contents(self) -> tuple[DocumentSection, ...]:
        return tuple(section for section in self.sections if section.level == 2)

    @property
    def first_sentence(self) -> str:
        text = next((section.text for section in self.sections if section.text), "")
        return re.split(r"(?<=[.!?:])\s", text, maxsplit=1)[0].rstrip(":")

    def get_absolute_url(self) -> str:
        return reverse("help:page", args=[self.slug])


@dataclass(frozen=True, slots=True)
class DocumentLibrary:
    """All documents by kind, in reading order."""

    guides: tuple[DocumentPage, ...]
    documents: tuple[DocumentPage, ...]
    references: tuple[DocumentPage, ...]

    def all_pages(self) -> tuple[DocumentPage, ...]:
        return (*self.guides, *self.documents, *self.references)

    def page_by_slug(self, slug: str) -> DocumentPage | None:
        return next((page for page in self.all_pages() if page.slug == slug), None)


@cache
def document_library(language: str = "en") -> DocumentLibrary:
    """Return all documents in a language, or in English if they aren’t translated; files are read once."""
    slugs = _slugs_by_path()
    if language == "en":
        pages = [_read_page(file, slug, slugs, "en") for file, slug in slugs.items()]
    else:
        known = {page.slug: page for page in document_library().all_pages()}
        pages = [
            _read_page(file, slug, slugs, language) if is_translated(file, language) else known[slug]
            for file, slug in slugs.items()
        ]
    kinds = {page.slug: page.slug.partition("/")[0] for page in pages}
    return DocumentLibrary(
        tuple(page for page in pages if kinds[page.slug] == "guides"),
        tuple(page for page in pages if kinds[page.slug] not in ("guides", "reference")),
        tuple(page for page in pages if kinds[page.slug] == "reference"),
    )


def _slugs_by_path() -> dict[str, str]:
    """Return the slug of each file, by its path from the root of the project."""
    by_path = {path.relative_to(PROJECT_ROOT).as_posix(): path.stem for path in (PROJECT_ROOT / "docs").rglob("*.md")}
    order = {name: index for index, name in enumerate(_FIRST_GUIDES)}
    listed = sorted(by_path, key=lambda file: (order.get(by_path[file], len(order)), file))
    slugs = {file: file.removeprefix("docs/").removesuffix(".md") for file in listed if file != RULES_DOCUMENT}
    return slugs | {"CONTRIBUTING.md": "contributing", "CHANGELOG.md": "changelog"}


def _read_page(file: str, slug: str, slugs: Mapping[str, str], language: str) -> DocumentPage:
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = reader.parse((PROJECT_ROOT / file).read_text(encoding="utf-8"))
    titled = bool(tokens) and tokens[0].tag == "h1"
    anchors = [anchor for _place, _level, _title, anchor in _headings(tokens[3:] if titled else tokens)]
    english = translate_document(tokens, file, language, reader) if language != "en" else 0
    title = tokens[1].content if titled else slug
    body = tokens[3:] if titled else tokens
    sections = tuple(_page_sections(body, anchors))
    for token in body:
        for child in token.children or ():
            _resolve_link(child, file, slugs)
    html = reader.renderer.render(list(_with_site_markup(body, anchors)), reader.options, {})
    return DocumentPage(slug, title, mark_safe(html), sections, language, english)


def _resolve_link(token: Token, file: str, slugs: Mapping[str, str]) -> None:
    """Point a link or image to its place on the site; an unknown target is removed."""
    if token.type == "link_open":
        target = _site_url_of_link(str(token.attrs.get("href", "")), file, slugs)
        token.attrs = {"href": target} if target else {}
        if target.startswith("http"):
            token.attrs["rel"] = "noopener"
    elif token.type == "image":
        name = _path_from_root(str(token.attrs["src"]), file).removeprefix("docs/")
        token.attrs |= {"src": static(name), "loading": "lazy"}


def _site_url_of_link(href: str, file: str, slugs: Mapping[str, str]) -> str:
    path, _hash, anchor = href.partition("#")
    if path.startswith(("http://", "https://", "/")) or not path:
        return href
    target = _path_from_root(path, file)
    if target == RULES_DOCUMENT:
        number = _RULE_ANCHOR.match(anchor)
        return reverse("help:rules") + (f"#{rule_anchor(number[0])}" if number else "")
    if target.endswith("/rulings.csv"):
        return reverse("cards:ruling", args=[anchor])
    if target in ("README.md", "docs"):
        return reverse("help:index")
    if target not in slugs:
        return ""
    return reverse("help:page", args=[slugs[target]]) + (f"#{anchor}" if anchor else "")


def _path_from_root(path: str, file: str) -> str:
    """Return a path relative to a document as a path from the root of the project.

    >>> _path_from_root("../pictures/home-390.jpg", "docs/guides/player.md")
    'docs/pictures/home-390.jpg'
    """
    parts: list[str] = []
    for part in (PurePosixPath(file).parent / path).parts:
        if part == "..":
            parts = parts[:-1]
        else:
            parts.append(part)
    return "/".join(parts)


def _headings(tokens: list[Token]) -> Iterator[tuple[int, int, str, str]]:
    """Yield index, level, title and anchor of each heading, with the anchors that Markdown viewers make."""
    used: dict[str, int] = {}
    for index, token in enumerate(tokens):
        if token.type == "heading_open":
            title = _plain_text_of_token(tokens[index + 1])
            anchor = heading_anchor(title) or "section"
            used[anchor] = used.get(anchor, 0) + 1
            number = used[anchor]
            yield index, int(token.tag[1]), title, anchor if number == 1 else f"{anchor}-{number - 1}"


def _page_sections(tokens: list[Token], anchors: list[str]) -> Iterator[DocumentSection]:
    heads = list(_headings(tokens))
    starts = [*(index for index, *_ in heads), len(tokens)]
    if starts[0]:
        yield DocumentSection("", "", 1, _text_of_tokens(tokens[: starts[0]]))
    for (index, level, title, _own), anchor, end in zip(heads, anchors, starts[1:], strict=True):
        yield DocumentSection(anchor, title, level, _text_of_tokens(tokens[index + 3 : end]))


def _text_of_tokens(tokens: list[Token]) -> str:
    words = (_plain_text_of_token(token) if token.type == "inline" else token.content for token in tokens)
    return " ".join(" ".join(words).split())


def _plain_text_of_token(token: Token) -> str:
    words = (child for child in token.children or () if child.type != "html_inline")
    parts = (" " if word.type in ("softbreak", "hardbreak") else word.content for word in words)
    return "".join(parts)


def _with_site_markup(tokens: list[Token], anchors: list[str]) -> Iterator[Token]:
    """Add anchors to headings, and make tables and code blocks scrollable by keyboard."""
    heads = {
        index: (title, anchor) for (index, _level, title, _own), anchor in zip(_headings(tokens), anchors, strict=True)
    }
    heading, counts = "Table", dict[str, int]()
    for index, token in enumerate(tokens):
        if index in heads:
            heading = heads[index][0]
            token.attrs = {**token.attrs, "id": heads[index][1]}
        if token.type == "table_open":
            counts[heading] = counts.get(heading, 0) + 1
            name = heading if counts[heading] == 1 else f"{heading} ({counts[heading]})"
            yield _html_token(format_html('<div class="scroll-x" role="region" tabindex="0" aria-label="{}">', name))
            token.attrs = {"class": "table"}
        if "style" in token.attrs:  # right-aligned; the content policy forbids inline styles
            token.attrs = {"class": "num"}
        if token.type in ("fence", "code_block"):
            yield _html_token(
                format_html('<pre class="code-block" tabindex="0"><code>{}</code></pre>\n', token.content)
            )
            continue
        yield token
        if token.type == "table_close":
            yield _html_token(mark_safe("</div>\n"))


def _html_token(html: SafeString) -> Token:
    return Token("html_block", "", 0, content=html)
