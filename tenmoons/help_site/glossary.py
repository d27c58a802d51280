"""Glossary page: each term in four languages, the source of its words, and its rule."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_safe

from common.glossary import LANGUAGES, Term, terms
from common.page_cache import cached_page


@require_safe
@cached_page(lambda _request: "")
def glossary(request: HttpRequest) -> HttpResponse:
    """All terms, sorted in the reader's language."""
    mine = (get_language() or "en").split("-")[0]
    order = sorted(terms().values(), key=lambda term: term.word(mine).casefold())
    others = [language for language in LANGUAGES if language != mine]
    rows = [_row(term, [mine, *others]) for term in order]
    return render(request, "help/glossary.html", {"rows": rows, "languages": [mine, *others], "reader": mine})


def _source(term: Term, language: str) -> str:
    source = term.sources.get(language, "")
    return gettext(source) if source else ""


def _row(term: Term, languages: list[str]) -> dict[str, object]:
    words = [(language, term.word(language), _source(term, language)) for language in languages]
    return {"term": term, "first": words[0], "others": words[1:]}
