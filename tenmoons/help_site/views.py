"""The help: guides, documents and references as pages, and the search through all of it."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tenmoons.help_site import find, shelves
from tenmoons.help_site.rulebook import chapters, intro
from tenmoons.help_site.search import MOST_LETTERS


@require_safe
def help_index(request: HttpRequest) -> HttpResponse:
    """How the site is used, and everything there is to read."""
    return render(request, "help/index.html", {"shelves": shelves()})


@require_safe
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """One document."""
    found = shelves().page(slug)
    if found is None:
        raise Http404
    return render(request, "help/page.html", {"page": found})


@require_safe
def search(request: HttpRequest) -> HttpResponse:
    """The places of the help that have the words asked for; of a very long question its beginning."""
    asked = " ".join(request.GET.get("q", "").split())[:MOST_LETTERS]
    return render(request, "help/search.html", {"q": asked, "found": find(asked)})


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """Every rule the site applies, by number, so that a finding can link to it."""
    return render(request, "help/rules.html", {"chapters": chapters(), "intro": intro()})
