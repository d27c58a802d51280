"""The pages of the catalogue."""

from __future__ import annotations

from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from cards import panel, tally, words
from cards.facts import CardFacts, Catalogue, People
from cards.queries import catalogue
from cards.search import Query, Reading, parameters_of, read_query, search
from cards.sheet import sheet_of
from common.errors import Missing
from common.http import translated

PAGE_SIZE = 60
SUGGESTIONS = 10


@require_safe
@vary_on_headers("HX-Request")
def index(request: HttpRequest) -> HttpResponse:
    """Find cards: words, filters, order; the query is the address."""
    reading = read_query(dict(request.GET.lists()))
    cards = catalogue()
    found = search(reading.query, cards)
    rows = request.GET.get("view") == "rows"
    also = [("view", "rows")] if rows else []
    asked = parameters_of(reading.query) + also
    context = {
        "query": reading.query,
        "page": Paginator(found.cards, PAGE_SIZE).get_page(request.GET.get("page")),
        "rows": rows,
        "total": len(cards),
        "asked": urlencode(asked),
        "active": panel.active(reading.query, also=also),
        "suggestions": found.suggestions,
        "problems": [translated(problem) for problem in reading.problems],
    }
    htmx = getattr(request, "htmx", False)
    if htmx and not request.headers.get("HX-History-Restore-Request"):
        response = render(request, "cards/_results.html", context | {"live": True})
        response["HX-Push-Url"] = f"{reverse('cards:index')}?{urlencode(asked)}".rstrip("?")
        return response
    return render(request, "cards/index.html", context | {"panel": panel.groups(reading.query)})


@require_safe
def card(request: HttpRequest, slug: str) -> HttpResponse:
    """One card with everything that is known of it."""
    cards = catalogue()
    found = cards.by_slug.get(slug)
    if found is None:
        return _elsewhere(request, slug, cards)
    place = cards.cards.index(found)
    context = {
        "card": found,
        "sheet": sheet_of(found),
        "unknown": words.unknown_of(found),
        "before": cards.cards[place - 1] if place else None,
        "after": cards.cards[place + 1] if place + 1 < len(cards) else None,
        "page_url": request.build_absolute_uri(reverse("cards:card", args=[slug])),
    }
    return render(request, "cards/card.html", context)


def _elsewhere(request: HttpRequest, slug: str, cards: Catalogue) -> HttpResponse:
    """Another way to write a card leads to its page; anything else to the nearest names, as 404."""
    text = slug.replace("-", " ")
    try:
        return HttpResponseRedirect(reverse("cards:card", args=[cards.find(text).slug]))
    except Missing as error:
        names = [name for detail in error.details for name in detail.suggestions]
        near = list(dict.fromkeys(found for name in names for found in cards.lookup(name)))
        return render(request, "cards/no_card.html", {"text": text, "near": near}, status=404)


@require_safe
def peoples(request: HttpRequest) -> HttpResponse:
    """The nine peoples and the eight other affiliations."""
    return render(request, "cards/peoples.html", {"groups": tally.affiliations(catalogue())})


@require_safe
def people(request: HttpRequest, people: str) -> HttpResponse:
    """The cards of one people by type, with counts and sums."""
    wanted = {one.value.lower(): one for one in People}.get(people.lower())
    if wanted is None:
        reading = read_query({"people": [people]})
        details = reading.problems[0] if reading.problems else None
        message = translated(details) if details else _("There is no such people.")
        return render(request, "cards/no_people.html", {"message": message, "peoples": list(People)}, status=404)
    own = [one for one in catalogue() if one.people is wanted]
    context = {"people": wanted, "tally": tally.of_people(own), "all": own, "emblem": f"people-{wanted.lower()}"}
    return render(request, "cards/people.html", context)


@require_safe
@cache_control(max_age=60)
def suggest(request: HttpRequest) -> JsonResponse:
    """Names for what is being typed: `{"results": [{"code", "slug", "name", "people", "type"}]}`, best first."""
    text = request.GET.get("q", "")[:80]
    return JsonResponse({"results": [_named(one) for one in _completions(text, catalogue())]})


def _completions(text: str, cards: Catalogue) -> list[CardFacts]:
    reading: Reading = read_query({"q": [text]})
    if not reading.query.words:
        return []
    found = search(Query(words=reading.query.words, known=True), cards)
    near = [one for name in found.suggestions for one in cards.lookup(name)]
    return [*found.cards, *dict.fromkeys(near)][:SUGGESTIONS]


def _named(one: CardFacts) -> dict[str, str]:
    return {
        "code": one.code,
        "slug": one.slug,
        "name": one.label,
        "people": one.people.value,
        "type": one.type.value,
    }
