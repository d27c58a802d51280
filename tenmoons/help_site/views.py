"""Views of the help: guides, documents, references, numbered rules, and the search."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from cards.translations import reader
from tenmoons.help_site import find, library
from tenmoons.help_site.rulebook import chapters, intro
from tenmoons.help_site.search import MAX_QUERY_LENGTH


@require_safe
def help_index(request: HttpRequest) -> HttpResponse:
    """The list of all documents."""
    return render(request, "help/index.html", {"library": library(reader())})


@require_safe
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """One document."""
    document = library(reader()).page(slug)
    if document is None:
        raise Http404
    return render(request, "help/page.html", {"page": document})


@require_safe
def search(request: HttpRequest) -> HttpResponse:
    """Search results; a very long query is cut."""
    asked = " ".join(request.GET.get("q", "").split())[:MAX_QUERY_LENGTH]
    return render(request, "help/search.html", {"q": asked, "found": find(asked, reader())})


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """Every rule by number; findings link here."""
    language = reader()
    shown = chapters(language)
    english = sum(rule.english for chapter in shown for rule in chapter.rules)
    return render(request, "help/rules.html", {"chapters": shown, "intro": intro(language), "english": english})
