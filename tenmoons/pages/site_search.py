"""The one search: rulings by the cards that meet, cards, decks, and places in rules and guides."""

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from accounts.identity import person_of
from cards.core.search import read
from cards.search.queries import find, owned_for, rulings_for
from cards.translations import reader
from decks.deck.queries import decks_found
from tenmoons.help_site import search as help_search

MAX_QUERY_LENGTH = 200
MAX_CARDS, MAX_DECKS, MAX_PLACES = 8, 6, 6


@require_safe
def site_search(request: HttpRequest) -> HttpResponse:
    """Show the results of the site for some words; a very long query is cut."""
    query = " ".join(request.GET.get("q", "").split())[:MAX_QUERY_LENGTH]
    context: dict[str, object] = {"q": query}
    if query:
        reading = read(query)
        cards = find(reading, owned_for(request, reading)).cards
        also = rulings_for(query, words=True)
        named = also["named"]
        cards_shown = list(cards[:MAX_CARDS]) or named[:MAX_CARDS]
        codes = [card.code for card in named] if len(named) == 1 else []
        context |= {
            "cards": cards_shown,
            "total": len(cards) or len(named),
            "cards_url": f"{reverse('cards:index')}?{urlencode({'q': query})}",
            "rulings": also["rulings"],
            "meeting": len(named) > 1,
            "decks": decks_found(query, codes, person_of(request))[:MAX_DECKS],
            "places": help_search.find(query, reader(), some=True).hits[:MAX_PLACES],
        }
    return render(request, "search.html", context)
