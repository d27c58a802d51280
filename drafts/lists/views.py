"""Views of card lists: the reader’s lists, and the page of a list."""

from collections.abc import Callable, Mapping
from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.identity import get_or_create_person, person_of
from cards.catalogue.queries import catalogue
from common.form_refusals import errors_added_to, status_of_forms
from common.links import absolute_url
from decks.core.text import format_picks_as_text
from drafts.core.archive.card_counts import BLOCK_SIZE
from drafts.core.engine.setup import DECK_SIZE, MAX_PLAYERS
from drafts.core.engine.setup_meaning import card_distribution
from drafts.lists.card_sources import card_source_context, form_data_with_source_cards
from drafts.lists.forms import CardListForm
from drafts.lists.queries import card_lists_of, own_card_list, readable_card_list, ways_with_figures
from drafts.lists.services import create_card_list, delete_card_list, save_card_list
from drafts.models import CardList


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def card_lists_page(request: HttpRequest) -> HttpResponse:
    """Show the reader’s lists and the form of a new list; with POST, save it."""
    form, row = CardListForm(), None
    if request.method == "POST":
        form, row = _form_and_saved_list(
            request, lambda **data: create_card_list(owner=get_or_create_person(request, making="list"), **data)
        )
    context = {"lists": card_lists_of(person_of(request))}
    return redirect(row) if row else _card_list_form_response(request, "drafts/lists/index.html", form, context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def card_list_page(request: HttpRequest, key: str) -> HttpResponse:
    person = person_of(request)
    row = readable_card_list(key, person)
    if request.method == "POST":
        own_card_list(key, person)
        form, card_list = _form_and_saved_list(request, partial(save_card_list, key, person=person))
        if card_list:
            return redirect(card_list)
    else:
        form = CardListForm(instance=row, initial={"cards": format_picks_as_text(tuple(row.codes), catalogue())})
    # The form has changed its own copy of the row.
    context = _card_list_context(request, readable_card_list(key, person)) | {"mine": row.owner == person}
    return _card_list_form_response(request, "drafts/lists/detail.html", form, context)


@require_POST
def delete_card_list_view(request: HttpRequest, key: str) -> HttpResponse:
    delete_card_list(key, person=person_of(request))
    messages.success(request, _("List deleted. Drafts made from it stay."))
    return redirect("drafts:lists")


def _form_and_saved_list(request: HttpRequest, save: Callable[..., CardList]) -> tuple[CardListForm, CardList | None]:
    """Return the posted form and the list it saved; after “Fill in”, the form with a page’s cards and no list."""
    form = CardListForm(request.POST)
    if "fill_in" in request.POST:
        data, problem = form_data_with_source_cards(request)
        if not problem:
            return CardListForm(initial=data.dict()), None
        form.is_valid()
        form.add_error("cards", problem)
    elif form.is_valid():
        with errors_added_to(form):
            chosen = form.cleaned_data
            row = save(name=chosen["name"], codes=chosen["cards"], shared=chosen["shared"])
            messages.success(request, _("List saved."))
            return form, row
    return form, None


def _card_list_form_response(
    request: HttpRequest, template: str, form: CardListForm, context: Mapping[str, object]
) -> HttpResponse:
    status = status_of_forms(form) if form.is_bound and form.errors else 200
    return render(request, template, {"form": form, **context, **card_source_context(request)}, status=status)


def _card_list_context(request: HttpRequest, row: CardList) -> dict[str, object]:
    cards = catalogue()
    listed = [cards[code] for code in row.codes if code in cards]
    spread = card_distribution(listed)
    return {
        "row": row,
        "cards": cards.by_code,
        "peoples": [(people, [card for card in listed if card.people is people]) for people, _count in spread.peoples],
        "spread": spread,
        "most_players": min(len(listed) // DECK_SIZE, MAX_PLAYERS),
        "ways_with_figures": ways_with_figures(row),
        "fewest": BLOCK_SIZE,
        "history": [change | {"at": parse_datetime(change["at"])} for change in row.history],
        "link": absolute_url(request, row.get_absolute_url()),
    }
