"""The documents as pages of the help, and the search through them."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tenmoons.help_site import DocumentPage, document_library, search_help_pages
from tenmoons.help_site.rulebook import rules_chapters
from tenmoons.help_site.search import MAX_SEARCH_HITS, PLAYER_DOCUMENTS, excerpt_around_match
from tenmoons.help_site.views import LOOKED_UP

pytestmark = pytest.mark.django_db
PLAYER_PAGES = {f"/help/{slug}/" for slug in PLAYER_DOCUMENTS}


class Outline(HTMLParser):
    """The ids, links, pictures and headings of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.pictures: list[str] = []
        self.headings: list[int] = []
        self.names: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.ids += [given["id"] or ""] if "id" in given else []
        self.links += [given["href"] or ""] if tag == "a" and "href" in given else []
        self.pictures += [given["src"] or ""] if tag == "img" else []
        self.headings += [int(tag[1])] if re.fullmatch(r"h[1-6]", tag) else []
        if given.get("role") == "region" or tag == "nav":
            self.names.append(given.get("aria-label") or "")


@pytest.fixture(scope="module")
def places() -> dict[str, set[str]]:
    """Return the anchors of every page of the help that a document may link to."""
    known = {
        page.get_absolute_url(): {section.anchor for section in page.sections}
        for page in document_library().all_pages()
    }
    rules = {rule.number for chapter in rules_chapters() for rule in chapter.rules}
    return known | {reverse("help:rules"): rules, reverse("help:index"): set()}


def test_every_link_and_picture_of_a_document_is_there(places: dict[str, set[str]]) -> None:
    for page in document_library().all_pages():
        _check_links(page, places)


def _check_links(page: DocumentPage, places: dict[str, set[str]]) -> None:
    outline = Outline(page.html)
    for link in outline.links:
        # test_timing checks links to rulings.
        if not link.startswith(("http", "/cards/rulings/")):
            path, _hash, anchor = link.partition("#")
            assert path in places or not path, link
            assert not anchor or anchor in places[path or page.get_absolute_url()], link
    for picture in outline.pictures:
        assert finders.find(picture.removeprefix("/static/")), picture
    assert len(outline.ids) == len(set(outline.ids)), page.slug


def test_a_document_is_a_page_in_order(client: Client) -> None:
    for page in document_library().all_pages():
        _check_order(client.get(page.get_absolute_url()).content.decode(), page.slug)


def _check_order(html: str, slug: str) -> None:
    outline = Outline(html)
    assert outline.headings.count(1) == 1 and outline.headings[0] == 1, slug
    assert all(after <= before + 1 for before, after in zip(outline.headings, outline.headings[1:], strict=False)), slug
    assert len(outline.names) == len(set(outline.names)) and all(outline.names), slug
    assert 'role="search"' in html and not re.search(r"\s(style|on[a-z]+)=\"|<script(?![^>]*\bsrc=)", html), slug


@pytest.mark.parametrize("name", ["help:index", "help:search", "help:rules", "help:glossary"])
def test_the_search_stands_on_every_page_of_the_help(client: Client, name: str) -> None:
    html = client.get(reverse(name)).content.decode()
    assert html.count('role="search"') == 1 and html.count("<h1") == 1


def test_the_help_lists_everything(client: Client) -> None:
    html = client.get(reverse("help:index")).content.decode()
    assert all(f'href="{page.get_absolute_url()}"' in html for page in document_library().all_pages())
    guides = [page.slug.removeprefix("guides/") for page in document_library().guides]
    assert guides == ["player", "host", "organiser", "first-script", "chat-bot", "operator", "maintainer"]


@pytest.mark.parametrize("slug", ["nothing", "guides", "../settings", "guides/player.md", "rules/../rules", "%00"])
def test_what_is_no_document_is_not_found(client: Client, slug: str) -> None:
    assert client.get(f"/help/{slug}/").status_code == 404


def test_the_reader_is_told_in_their_language_that_it_is_english(client: Client) -> None:
    address = reverse("help:page", args=["guides/operator"])
    assert "This page is in English." not in client.get(address).content.decode()
    html = client.get(address, headers={"accept-language": "de"}).content.decode()
    assert '<article class="prose manual" lang="en">' in html and '<p class="notice">' in html


def test_markup_of_a_document_stays_text() -> None:
    assert all("<script" not in page.html and "javascript:" not in page.html for page in document_library().all_pages())


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("METRICS_TOKEN", "/help/reference/settings/"),
        ("house format", "/help/guides/maintainer/"),
        ("play online", "/help/guides/player/"),
        ("against the computer", "/help/guides/player/"),
    ],
)
def test_the_search_finds_settings_and_guides(query: str, first: str) -> None:
    assert any(hit.url.startswith(first) for hit in search_help_pages(query).hits[:5])


def test_the_search_of_the_help_shows_rules_and_terms_first(client: Client) -> None:
    html = client.get(reverse("help:search"), {"q": "moon limit"}).content.decode()
    assert '"/help/rules/#DECK-03"' in html
    assert '"/help/glossary/#moon-limit"' in html
    assert client.get(reverse("help:search"), {"q": "deck-03"})["Location"] == "/help/rules/#DECK-03"


@pytest.mark.parametrize("question", ["What does a lying bluff cost?", "how do I play a bluff", "bluff"])
def test_the_question_of_a_player_is_answered_by_pages_for_players(client: Client, question: str) -> None:
    kinds = [hit.url.split("#")[0] in PLAYER_PAGES for hit in search_help_pages(question).hits]
    assert kinds == sorted(kinds, reverse=True)
    found = client.get(reverse("search"), {"q": question}).context
    assert {"/help/rules/#GAME-24", "/help/rules/#GAME-29"} & {row.url for row in found["rules"]}
    assert all(hit.url.split("#")[0] in PLAYER_PAGES for hit in found["places"])


def test_a_mistyped_word_is_mended() -> None:
    result = search_help_pages("resterve backup")
    assert result.total == 0 or result.meant
    assert search_help_pages("bakcup").meant == "backup"


def test_all_words_are_wanted_and_headings_come_first() -> None:
    assert search_help_pages("webhook zzzzqqqq").total == 0
    assert search_help_pages("backup").hits[0].title.lower().startswith("backup")


def test_the_words_are_marked_in_the_excerpt(client: Client) -> None:
    html = client.get(reverse("help:search"), {"q": "snapshot"}).content.decode()
    assert "<mark>snapshot</mark>" in html
    long = "word " * 100 + "needle " + "word " * 100
    parts = excerpt_around_match(long, frozenset({"needle"}))
    assert parts[0] == ("… ", False) and parts[-1] == (" …", False) and ("needle", True) in parts
    assert len("".join(text for text, _ in parts)) < 250


@pytest.mark.parametrize(
    "query", ["", "   ", "x" * 50_000, "<script>alert(1)</script>", '"&<>', "\x00\x1f", "—…!?", "a " * 5000, "İıß😀"]
)
def test_any_question_is_answered(client: Client, query: str) -> None:
    answer = client.get(reverse("help:search"), {"q": query})
    html = answer.content.decode()
    assert answer.status_code == 200 and "<script>alert" not in html
    assert len(html) < 80_000 and html.count('class="panel stack tight"') <= MAX_SEARCH_HITS
    assert Outline(html).headings.count(1) == 1


def test_reading_asks_the_database_nothing_and_searching_for_versions_alone(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client.get("/help/search/?q=deck")
    for address, queries in (("/help/", 0), ("/help/guides/player/", 0), ("/help/search/?q=deck", 3)):
        with django_assert_num_queries(queries):
            client.get(address)


@pytest.mark.parametrize("name", ["help:search", "help:index"])
def test_the_help_is_only_read(client: Client, name: str) -> None:
    assert client.post(reverse(name)).status_code == 405


def test_help_begins_with_pages_for_players_and_folds_those_for_developers(client: Client) -> None:
    open_part, _summary, folded = client.get("/help/").content.decode().partition("<summary>")
    for page in document_library().all_pages():
        link = f'href="{page.get_absolute_url()}"'
        for_players = page.slug in LOOKED_UP or (page.slug in PLAYER_DOCUMENTS and page.slug.startswith("guides/"))
        assert (link in open_part, link in folded) == (for_players, not for_players), page.slug
