"""Search of the help: all sections of all documents, in memory.

Rules and terms are in `cards.rulings.answers`.
"""

import re
from collections.abc import Iterator, Set
from dataclasses import dataclass, replace
from functools import cache

from common.text import fold, nearest
from tenmoons.help_site.documents import document_library

MAX_QUERY_LENGTH = 200
MAX_SEARCH_WORDS = 8
MAX_SEARCH_HITS = 40
_EXCERPT_RADIUS = 110
# A word in more than this percentage of the sections isn’t required.
_COMMON_PERCENT = 5
# Documents on how to use the site. The other documents for players are about the game; its rules have their own search.
GUIDE_DOCUMENTS = frozenset(
    {"guides/player", "guides/host", "guides/organiser", "decks", "drafts", "play", "matches", "search"}
)
PLAYER_DOCUMENTS = GUIDE_DOCUMENTS | {"timing", "sources", "readings", "reference/rules", "reference/search-keys"}
_LETTERS_OR_DIGITS = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class SearchHit:
    """A search result: page, heading, URL, language, and an excerpt in pieces, each with True if it is a match."""

    page: str
    title: str
    url: str
    excerpt: tuple[tuple[str, bool], ...]
    language: str = "en"


@dataclass(frozen=True, slots=True)
class _IndexEntry:
    page: str
    title: str
    url: str
    text: str
    language: str
    # Folded, with a space before each word, so that " wor" finds word beginnings. A translated place is also found by
    # its English words: rules are quoted in both.
    heading: str
    body: str
    slug: str


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The results, players’ pages first; their total; and the corrected query if a word was misspelt."""

    hits: tuple[SearchHit, ...]
    total: int
    meant: str = ""


def search_help_pages(query: str, language: str = "en", *, only: Set[str] = frozenset()) -> SearchResult:
    """Search all documents, or `only` those with these slugs, for places with all words of a query.

    Word beginnings match, and misspelt words are corrected.

    Guides are found and shown in the reader’s language where they are translated.

    >>> search_help_pages("").total
    0
    """
    words = _folded_words(query[:MAX_QUERY_LENGTH])[:MAX_SEARCH_WORDS]
    if not words:
        return SearchResult((), 0)
    places = [entry for entry in index_entries(language) if entry.slug in only or not only]
    wanted = [_corrected_word(word, language) for word in words]
    max_entries = _COMMON_PERCENT * len(places) / 100
    needed = {word for word in wanted if sum(f" {word}" in entry.body for entry in places) <= max_entries} or set(
        wanted
    )
    scored = [(score, entry) for entry in places if (score := _relevance_of(entry, wanted, needed))]
    scored.sort(key=lambda pair: (pair[1].slug not in PLAYER_DOCUMENTS, -pair[0]))
    hits = tuple(
        SearchHit(hit.page, hit.title, hit.url, excerpt_around_match(hit.text, frozenset(wanted)), hit.language)
        for _, hit in scored[:MAX_SEARCH_HITS]
    )
    return SearchResult(hits, len(scored), " ".join(wanted) if wanted != words else "")


def _folded_words(text: str) -> list[str]:
    return fold(text.replace("_", " ")).split()


def _fold_text(text: str) -> str:
    return " " + " ".join(_folded_words(text)) + " "


def _relevance_of(entry: _IndexEntry, wanted: list[str], needed: Set[str]) -> int:
    """Return a relevance by headings, whole words and frequency, in this order; 0 without a required word."""
    score, phrase = 0, " ".join(wanted)
    for word in wanted:
        begun, whole = f" {word}", f" {word} "
        here = 12 * (whole in entry.heading) + 6 * (begun in entry.heading) + min(4, entry.body.count(begun))
        if not here and word in needed:
            return 0
        score += here + 2 * (whole in entry.body)
    if len(wanted) > 1:
        score += 20 * (f" {phrase}" in entry.heading) + 6 * (f" {phrase}" in entry.body)
    return score


def _corrected_word(word: str, language: str) -> str:
    if any(f" {word}" in entry.heading or f" {word}" in entry.body for entry in index_entries(language)):
        return word
    alike = [known for known in _words_of_index(language) if known[0] == word[0] and abs(len(known) - len(word)) < 3]
    return next(iter(nearest(word[:30], alike, limit=1, cutoff=0.8)), word)


@cache
def _words_of_index(language: str) -> frozenset[str]:
    return frozenset(
        word for entry in index_entries(language) for word in (entry.heading + entry.body).split() if len(word) > 3
    )


@cache
def index_entries(language: str) -> tuple[_IndexEntry, ...]:
    places = tuple(_page_entries(language))
    if language == "en":
        return places
    english = {entry.url: entry for entry in index_entries("en")}
    return tuple(_with_words_of_translation(english[index_entry.url], index_entry) for index_entry in places)


def _with_words_of_translation(english: _IndexEntry, entry: _IndexEntry) -> _IndexEntry:
    if entry.language == "en":
        return english
    return replace(entry, heading=entry.heading + english.heading, body=entry.body + english.body)


def _page_entries(language: str) -> Iterator[_IndexEntry]:
    for page in document_library(language).all_pages():
        for section in page.sections:
            fragment = f"#{section.anchor}" if section.anchor else ""
            url = page.get_absolute_url() + fragment
            heading, body = _fold_text(f"{page.title} {section.title}"), _fold_text(section.text)
            yield _IndexEntry(page.title, section.title, url, section.text, page.language, heading, body, page.slug)


def excerpt_around_match(text: str, words: frozenset[str]) -> tuple[tuple[str, bool], ...]:
    """Return the part of a text around the first match, in pieces; matches have True.

    >>> excerpt_around_match("Two to six seats.", frozenset({"six"}))
    (('Two to ', False), ('six', True), (' seats.', False))
    """
    matches = [match for match in _LETTERS_OR_DIGITS.finditer(text) if fold(match[0]).startswith(tuple(words))]
    middle = matches[0].start() if matches else 0
    start = text.rfind(" ", 0, middle - _EXCERPT_RADIUS) + 1 if middle > _EXCERPT_RADIUS else 0
    stop = text.find(" ", middle + _EXCERPT_RADIUS)
    end = len(text) if stop < 0 else stop
    parts: list[tuple[str, bool]] = [("… ", False)] if start else []
    index = start
    for word in matches:
        if word.end() <= end:
            parts += [(text[index : word.start()], False), (word[0], True)]
            index = word.end()
    parts.append((text[index:end], False))
    if end < len(text):
        parts.append((" …", False))
    return tuple(part for part in parts if part[0])
