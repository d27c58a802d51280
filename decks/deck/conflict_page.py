"""Conflict page: shown when two people saved a deck at once."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from accounts.identity import person_of
from cards.catalogue.queries import catalogue
from common.error_responses import status_of_error
from common.errors import Conflict
from common.i18n import translated
from decks.core.legality import DeckList
from decks.core.text import compare_decks, format_deck
from decks.deck.queries import decklist_of, visible_deck
from decks.models import Deck


def conflict_page(request: HttpRequest, row: Deck, mine: DeckList, error: Conflict) -> HttpResponse:
    """Show both versions, how they differ, and what was typed, for the reader to choose."""
    cards = catalogue(row.game)
    deck = visible_deck(row.key, person_of(request))
    difference = compare_decks(mine, decklist_of(deck), cards)
    fields = [(name, value) for name, value in request.POST.items() if name not in ("csrfmiddlewaretoken", "version")]
    context = {
        "row": deck,
        "message": translated(error),
        "difference": difference,
        "fields": fields,
        "text": format_deck(mine, cards),
        "notes": request.POST.get("notes", ""),
    }
    return render(request, "decks/exchange/save_conflict.html", context, status=status_of_error(error))
