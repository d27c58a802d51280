"""Views of public decks: the search, author pages, and likes."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.views import redirect_to_login
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.views.decorators.http import require_POST, require_safe

from accounts.identity import person_of
from cards.core.facts import PEOPLES
from common.error_responses import errors_as_messages
from common.errors import DomainError
from common.i18n import translated
from common.random_keys import is_demo_key
from decks.core.legality import Format, Status
from decks.deck.presenters import STATUS_LABELS
from decks.deck.queries import visible_deck
from decks.models import FORMATS, Deck, DeckListing
from decks.public import services
from decks.public.forms import DeckSearchForm
from decks.public.queries import (
    PAGE_SIZE,
    author_by_page_key,
    author_events,
    author_page_key,
    author_summary,
    decks_by_primary_keys,
    popular_tags,
    search_public_decks,
)


@dataclass(frozen=True, slots=True)
class PublicDeckRow:
    """One deck of the list; `people` is its colour’s name, `author` the key of the author’s page."""

    row: Deck
    listing: DeckListing
    people: str
    format: str | Promise
    word: str | Promise
    tone: str
    author: str
    tags: tuple[str, ...]


def present_public_deck(row: Deck) -> PublicDeckRow:
    listing = row.listing
    word, tone = STATUS_LABELS[Status(listing.status)]
    people = listing.people if listing.people in {people_value.value for people_value in PEOPLES} else ""
    house = (row.options or {}).get("house") or {}
    named = house.get("name") or FORMATS[Format(row.format)]
    tags = tuple(row.tags)[:3]
    return PublicDeckRow(row, listing, people.lower(), named, word, tone, author_page_key(row.owner), tags)


@require_safe
def public_decks_page(request: HttpRequest) -> HttpResponse:
    return render(request, "decks/public/index.html", _search_context(request) | {"tags": popular_tags()})


@require_safe
def deck_author_page(request: HttpRequest, key: str) -> HttpResponse:
    """Show what a person made public: their decks with a summary, and the events they put into the calendar."""
    person = author_by_page_key(key).person
    context = _search_context(request, key) | {"author": person, "is_me": person == person_of(request)}
    context |= {"summary": author_summary(person), "events": author_events(person)}
    return render(request, "decks/public/author.html", context)


def _search_context(request: HttpRequest, author_key: str = "") -> dict[str, Any]:
    form = DeckSearchForm(request.GET)
    try:
        rows: Any = search_public_decks(form.deck_search(author_key))
    except DomainError as error:
        rows = Deck.objects.none()
        form.add_error("card", translated(error))
    page = Paginator(rows.values_list("pk", flat=True), PAGE_SIZE).get_page(request.GET.get("page"))
    decks = [present_public_deck(row) for row in decks_by_primary_keys(list(page.object_list))]
    active_filters = [(name, value) for name, value in request.GET.items() if name in form.fields and value]
    return {
        "form": form,
        "page": page,
        "decks": decks,
        "demo_alone": bool(decks) and all(is_demo_key(deck.row.key) for deck in decks),
        "page_query": urlencode(active_filters),
        "narrow": active_filters and [name for name, _value in active_filters] != ["sort"],
        "tag": " ".join(request.GET.get("tag", "").lower().split()),
    }


@require_POST
def like_deck_view(request: HttpRequest, key: str) -> HttpResponse:
    person = person_of(request)
    row = visible_deck(key, person)
    if not request.user.is_authenticated:
        return redirect_to_login(row.get_absolute_url())
    with errors_as_messages(request):
        services.set_deck_like(key=row.key, person=person, liked=request.POST.get("liked") == "1")
    return redirect(row.get_absolute_url())
