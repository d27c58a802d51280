"""Sources to fill a custom draft’s list of cards from: lists, decks, pools, searches and the box, by address."""

from collections.abc import Iterable
from typing import NamedTuple
from urllib.parse import parse_qs, quote, urlsplit

from django.http import Http404, HttpRequest, QueryDict
from django.urls import Resolver404, resolve, reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.identity import person_of
from accounts.models import Person
from cards.catalogue.queries import catalogue
from cards.core.facts import BLUE_MOON
from cards.core.search import parse_query
from cards.hooks import copies_owned
from cards.models import SavedSearch
from cards.search.queries import find_cards, owned_copies_for
from common.errors import DomainError, Invalid
from common.i18n import translated
from common.text import gettext_noop
from decks.collection.queries import shelf_used_by
from decks.core.text import format_picks_as_text
from decks.deck.choice import chosen_deck
from decks.deck.queries import decks_of, pool_of_owner, pools_of
from drafts.lists.queries import card_lists_of, readable_card_list

MAX_OFFERED = 24  # per kind
MAX_ADDRESS_CHARACTERS = 500


class CardSource(NamedTuple):
    """A choice: the address of a page of cards, and the name to show."""

    address: str
    name: str | Promise


def card_source_groups(person: Person | None) -> list[tuple[str | Promise, list[CardSource]]]:
    """Return the person’s lists, pools, decks, saved searches and box, if they have any. Five queries."""
    if person is None:
        return []
    pools = pools_of(person).filter(game=BLUE_MOON)[:MAX_OFFERED]
    decks = decks_of(person).filter(game=BLUE_MOON).prefetch_related(None)[:MAX_OFFERED]
    searches = SavedSearch.objects.filter(person=person)[:MAX_OFFERED]
    box = [CardSource(reverse("decks:shelf"), _("My collection"))] if shelf_used_by(person) else []
    groups = (
        (
            _("My card lists"),
            [
                CardSource(card_list.get_absolute_url(), card_list.name)
                for card_list in card_lists_of(person)[:MAX_OFFERED]
            ],
        ),
        (_("My pools"), [CardSource(pool.get_absolute_url(), pool.name) for pool in pools]),
        (_("My decks"), [CardSource(deck.get_absolute_url(), deck.name) for deck in decks]),
        (
            _("Saved searches"),
            [CardSource(f"{reverse('cards:index')}?q={quote(search.query)}", search.name) for search in searches],
        ),
        (_("My collection"), box),
    )
    return [group for group in groups if group[1]]


def card_source_context(request: HttpRequest) -> dict[str, object]:
    """Return the context of `drafts/lists/_card_source.html`: the choices, and the address chosen or pasted."""
    chosen = {name: request.POST.get(name, "") for name in ("source", "source_address")}
    return {"sources": card_source_groups(person_of(request)), **chosen}


def form_data_with_source_cards(request: HttpRequest) -> tuple[QueryDict, str]:
    """Return the posted data with the cards of the pasted or chosen page, or unchanged with the problem."""
    data = request.POST.copy()
    try:
        data["cards"] = format_picks_as_text(_codes_of_source(request), catalogue())
    except DomainError as error:
        return data, translated(error)
    return data, ""


def _codes_of_source(request: HttpRequest) -> tuple[str, ...]:
    """Return the draftable cards on the pasted or chosen page, each once, in catalogue order.

    Raises `Invalid` for another kind of page, a search that can’t be read and a page without such cards; `Missing` for
    a page that this person may not see.
    """
    address = request.POST.get("source_address", "").strip() or request.POST.get("source", "")
    cards = catalogue()
    codes = set(_codes_on_page(request, address[:MAX_ADDRESS_CHARACTERS]))
    codes_in_order = tuple(card.code for card in cards if card.code in codes and card.playable)
    if not codes_in_order:
        raise Invalid(gettext_noop("There are no cards of Blue Moon decks on that page."))
    return codes_in_order


def _codes_on_page(request: HttpRequest, address: str) -> Iterable[str]:
    person = person_of(request)
    try:
        parts = urlsplit(address)
        page = resolve(parts.path)
    except (ValueError, Resolver404, Http404):
        page = None
    view = page.view_name if page else ""
    if page and view == "decks:pool":
        return tuple(pool_of_owner(page.kwargs["key"], person).codes)
    if page and view == "drafts:list":
        return tuple(readable_card_list(page.kwargs["key"], person).codes)
    if view == "decks:shelf":
        return copies_owned(person, BLUE_MOON) or ()
    if view == "cards:index":
        reading = parse_query(parse_qs(parts.query).get("q", [""])[0])
        card_search_result = find_cards(reading, owned_copies_for(request, reading))
        # A search ignores parts that it can’t read, and would find too many cards.
        if card_search_result.problems:
            raise Invalid(card_search_result.problems[0].template, card_search_result.problems[0].params)
        return (card.code for card in card_search_result.cards if card.game == BLUE_MOON)
    if view == "decks:deck":
        return (entry.code for entry in chosen_deck(request, address, person).deck.entries)
    raise Invalid(gettext_noop("Paste the address of a list, a deck, one of your pools or a card search on this site."))
