"""Views of the collection: your boxes, the decks built from them, and where those clash."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.identity import get_or_create_person, person_of
from accounts.models import Person
from cards.catalogue.queries import catalogue
from cards.core.facts import BLUE_MOON, DECK_MARKS
from cards.games.labels import indicator_name, people_label
from common.error_responses import status_of_error
from common.errors import DomainError, Invalid
from common.i18n import translated
from common.links import absolute_url
from common.text import gettext_noop, parse_whole_number
from decks.collection import services as collection_services
from decks.collection.queries import ShelfContents, shelf_by_key, shelf_contents_of
from decks.collection.queries import built_deck_from_row as built_codes
from decks.core.collection import MAX_BOXES_PER_SET, SETS, cards_to_pull, shortages_by_decks
from decks.deck import services
from decks.deck.queries import DECKS_LISTED, decks_of, public_decks, visible_deck
from decks.models import Deck

MAX_MISSING_TO_BUILD = 3  # cards that may be missing from a deck that is almost complete


@require_http_methods(["GET", "HEAD", "POST"])
def collection_page(request: HttpRequest) -> HttpResponse:
    typed: dict[str, str] = {}
    refusal, status = "", 200
    if request.method == "POST":
        typed = {mark: request.POST.get(f"set-{mark}", "") for mark in SETS}
        try:
            collection_services.set_boxes(person=get_or_create_person(request), boxes=_typed_box_counts(request, typed))
        except DomainError as error:
            refusal, status = translated(error), status_of_error(error)
        else:
            messages.success(request, _("Saved."))
            return redirect("decks:shelf")
    person = person_of(request)
    shelf = shelf_contents_of(person, catalogue())
    context = {
        "shelf": shelf,
        "clashes": shortages_by_decks(shelf.clashes),
        "refusal": refusal,
        "sets": [
            (mark, _card_set_name(mark), DECK_MARKS.get(mark, ""), typed.get(mark) or shelf.boxes.get(mark, 0))
            for mark in SETS
        ],
        "most": MAX_BOXES_PER_SET,
        "mine": shelf.row is not None and shelf.row.owner == person,
        "invitation": absolute_url(request, shelf.row.get_absolute_url()) if shelf.row else "",
        "decks": decks_of(person).filter(game=BLUE_MOON)[:DECKS_LISTED],
        "buildable": _buildable_decks(person, shelf) if shelf.has_boxes else (),
    }
    return render(request, "decks/collection/index.html", context, status=status)


def _buildable_decks(person: Person | None, shelf: ShelfContents) -> list[tuple[Deck, int]]:
    """Return your own and public decks that can be built, or almost, from the boxes, with the missing cards’ number."""
    cards = catalogue()
    rows = [*decks_of(person).filter(game=BLUE_MOON)[:DECKS_LISTED]]
    rows += public_decks(without=person).filter(game=BLUE_MOON)[:DECKS_LISTED]
    lacks = [(row, cards_to_pull(built_codes(row).codes, shelf.boxes, cards).missing_count) for row in rows]
    return sorted((pair for pair in lacks if pair[1] <= MAX_MISSING_TO_BUILD), key=lambda pair: pair[1])


@require_safe
def cards_to_pull_page(request: HttpRequest, key: str) -> HttpResponse:
    """Show a deck’s cards by the box they are in, with checkboxes for picking them out."""
    person = person_of(request)
    row, cards = visible_deck(key, person), catalogue()
    shelf = shelf_contents_of(person, cards)
    found = cards_to_pull(built_codes(row).codes, shelf.boxes, cards)
    context = {
        "row": row,
        "boxes": [(_card_set_name(mark), DECK_MARKS.get(mark, ""), lines) for mark, lines in found.boxes.items()],
        "lacking": found.lacking,
        "counted": shelf.has_boxes,
    }
    return render(request, "decks/collection/gather.html", context)


def _card_set_name(mark: str) -> str:
    if mark in DECK_MARKS:
        return people_label(DECK_MARKS[mark])
    return _("Promotional cards") if mark == "promo" else indicator_name(mark)


def _typed_box_counts(request: HttpRequest, typed: dict[str, str]) -> dict[str, int]:
    """Return the typed numbers; the button for a Legends box enters one of each set except the promos."""
    if "legends" in request.POST:
        return {mark: 1 for mark in SETS if mark != "promo"}
    boxes = {}
    for mark, text in typed.items():
        number = parse_whole_number(text or "0", digits=3)
        if number is None:
            raise Invalid(gettext_noop("“%(text)s” isn’t a number of boxes."), {"text": text[:20]})
        boxes[mark] = number
    return boxes


@require_http_methods(["GET", "HEAD", "POST"])
def join_shelf_page(request: HttpRequest, key: str) -> HttpResponse:
    row = shelf_by_key(key)
    if request.method == "POST":
        collection_services.join_shelf(person=get_or_create_person(request), key=key)
        messages.success(request, _("You now share this collection."))
        return redirect("decks:shelf")
    return render(request, "decks/collection/join.html", {"row": row, "own": row.owner == person_of(request)})


@require_POST
def leave_shelf_view(request: HttpRequest) -> HttpResponse:
    person = person_of(request)
    if person is not None:
        collection_services.leave_shelf(person=person)
    return redirect("decks:shelf")


@require_POST
def set_built_view(request: HttpRequest, key: str) -> HttpResponse:
    now = request.POST.get("built") == "1"
    row = services.set_built(key=key, person=person_of(request), built=now)
    if request.POST.get("next") == "shelf":
        return redirect("decks:shelf")
    return redirect(row)
