"""Views of the help: guides, documents, references, numbered rules, the glossary and the search."""

from datetime import UTC, date, datetime, time

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_safe

from boards.pages.scenes import rules_with_scenes
from cards.catalogue.queries import current_catalogues
from cards.core.rulings import RulingQuery
from cards.rulings.presenters import answer_context, rule_or_ruling_url
from cards.rulings.queries import answer_ruling_query, current_rulings_book
from cards.translations import reader_language
from common.glossary import GLOSSARY_LANGUAGES, GlossaryTerm, glossary_terms
from common.links import absolute_url
from common.page_cache import cached_page, shipped_files_version
from tenmoons.help_site import document_library, search_help_pages
from tenmoons.help_site.rulebook import rules_chapters, rules_introduction
from tenmoons.help_site.search import MAX_QUERY_LENGTH

# The documents that players look up.
LOOKED_UP = ("timing", "sources", "readings", "changelog")


@require_safe
@cached_page(shipped_files_version)
def help_index(request: HttpRequest) -> HttpResponse:
    """Show what players and organisers look up; everything for developers is folded."""
    books = document_library(reader_language())
    guides, looked_up = books.guides[:3], [document for document in books.documents if document.slug in LOOKED_UP]
    rest = [document for document in books.all_pages() if document not in (*guides, *looked_up)]
    return render(request, "help/index.html", {"guides": guides, "for_players": looked_up, "for_developers": rest})


@require_safe
@cached_page(shipped_files_version)
def help_page(request: HttpRequest, slug: str) -> HttpResponse:
    document = document_library(reader_language()).page_by_slug(slug)
    if document is None:
        raise Http404
    return render(request, "help/page.html", {"page": document})


@require_safe
def interpretations_feed(request: HttpRequest) -> HttpResponse:
    """Return the changes of readings as an Atom feed in the reader’s language: one entry per section of
    `docs/readings.md`, whose heading begins with its date."""
    document = document_library(reader_language()).page_by_slug("readings")
    if document is None:
        raise Http404
    about, *changes = document.sections
    address = absolute_url(request, document.get_absolute_url())
    feed = Atom1Feed(
        document.title, address, about.text, language=document.language, feed_url=request.build_absolute_uri()
    )
    for change in changes:
        day, _colon, title = change.title.partition(": ")
        when = datetime.combine(date.fromisoformat(day), time(), tzinfo=UTC)
        link = f"{address}#{change.anchor}"
        feed.add_item(title, link, change.text, pubdate=when, updateddate=when, unique_id=link)
    return HttpResponse(feed.writeString("utf-8"), content_type=feed.content_type)


@require_safe
def help_search_page(request: HttpRequest) -> HttpResponse:
    """Show rules and terms, then places in documents; a very long query is cut."""
    query = " ".join(request.GET.get("q", "").split())[:MAX_QUERY_LENGTH]
    if numbered := rule_or_ruling_url(query):
        return redirect(numbered)
    book, cards = current_rulings_book(), current_catalogues()
    answers = answer_context(query, answer_ruling_query(RulingQuery(text=query), book, cards), book, cards)
    pages = search_help_pages(query, reader_language())
    return render(request, "help/search.html", {"q": query, "found": pages} | answers)


@require_safe
@cached_page(shipped_files_version)
def rules_page(request: HttpRequest) -> HttpResponse:
    """Show every rule by number; findings link to it."""
    language = reader_language()
    book = rules_chapters(language)
    english = sum(rule.english for chapter in book for rule in chapter.rules)
    return render(
        request,
        "help/rules.html",
        {"chapters": book, "intro": rules_introduction(language), "english": english, "boards": rules_with_scenes()},
    )


@require_safe
@cached_page(shipped_files_version)
def glossary_page(request: HttpRequest) -> HttpResponse:
    """Show every term in four languages with the sources of its words, in the reader’s order."""
    mine = (get_language() or "en").split("-")[0]
    order = sorted(glossary_terms().values(), key=lambda term: term.word(mine).casefold())
    others = [language for language in GLOSSARY_LANGUAGES if language != mine]
    rows = [_glossary_row(term, [mine, *others]) for term in order]
    return render(request, "help/glossary.html", {"rows": rows, "languages": [mine, *others], "reader": mine})


def _source_in_words(term: GlossaryTerm, language: str) -> str:
    source = term.sources.get(language, "")
    return gettext(source) if source else ""


def _glossary_row(term: GlossaryTerm, languages: list[str]) -> dict[str, object]:
    words = [(language, term.word(language), _source_in_words(term, language)) for language in languages]
    return {"term": term, "first": words[0], "others": words[1:]}
