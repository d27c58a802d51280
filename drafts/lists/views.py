"""Views of card lists: one’s own, and the page of a list."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.identity import get_or_create_person, person_of
from cards.catalogue.queries import catalogue
from common.errors import DomainError
from common.form_refusals import errors_added_to, status_of_forms
from common.i18n import translated
from common.links import absolute_url
from decks.core.text import format_picks_as_text
from drafts.core.card_spread import card_spread
from drafts.core.engine.setup import DECK_SIZE, MAX_PLAYERS
from drafts.lists.card_sources import card_source_context, codes_of_source
from drafts.lists.forms import CardListForm
from drafts.lists.queries import lists_of, own_card_list, readable_card_list, statistics_of_list
from drafts.lists.services import create_card_list, delete_card_list, save_card_list
from drafts.models import CardList


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def card_lists_page(request: HttpRequest) -> HttpResponse:
    """Show one’s lists and the form of a new one, or save it."""
    form = _form_with_cards_filled_in(request) if request.method == "POST" else CardListForm()
    if request.method == "POST" and "fill_in" not in request.POST and form.is_valid():
        with errors_added_to(form):
            data = form.cleaned_data
            owner = get_or_create_person(request, making="list")
            row = create_card_list(owner=owner, name=data["name"], codes=data["cards"], shared=data["shared"])
            messages.success(request, _("List saved."))
            return redirect(row)
    context = {"form": form, "lists": lists_of(person_of(request)), **card_source_context(request)}
    return render(request, "drafts/lists/index.html", context, status=_status(form, request))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def card_list_page(request: HttpRequest, key: str) -> HttpResponse:
    """Show a list, or change one’s own."""
    person = person_of(request)
    row = readable_card_list(key, person)
    if request.method == "POST":
        own_card_list(key, person)
        form = _form_with_cards_filled_in(request)
        if "fill_in" not in request.POST and form.is_valid():
            with errors_added_to(form):
                data = form.cleaned_data
                save_card_list(key, person=person, name=data["name"], codes=data["cards"], shared=data["shared"])
                messages.success(request, _("List saved."))
                return redirect(row)
    else:
        form = CardListForm(instance=row, initial={"cards": format_picks_as_text(tuple(row.codes), catalogue())})
    # The form has changed its own copy of the row.
    context = _card_list_context(request, readable_card_list(key, person)) | {"form": form, "mine": row.owner == person}
    return render(request, "drafts/lists/detail.html", context, status=_status(form, request))


@require_POST
def delete_card_list_view(request: HttpRequest, key: str) -> HttpResponse:
    delete_card_list(key, person=person_of(request))
    messages.success(request, _("List deleted. Drafts made from it stay."))
    return redirect("drafts:lists")


def _form_with_cards_filled_in(request: HttpRequest) -> CardListForm:
    """Return the posted form; after “Fill in” with the cards of the chosen or pasted page."""
    data: QueryDict = request.POST
    if "fill_in" not in data:
        return CardListForm(data)
    data = data.copy()
    try:
        data["cards"] = format_picks_as_text(codes_of_source(request), catalogue())
    except DomainError as error:
        form = CardListForm(data)
        form.is_valid()
        form.add_error("cards", translated(error))
        return form
    return CardListForm(initial={name: data.get(name, "") for name in ("name", "shared", "cards")})


def _status(form: CardListForm, request: HttpRequest) -> int:
    return status_of_forms(form) if request.method == "POST" and form.errors else 200


def _card_list_context(request: HttpRequest, row: CardList) -> dict[str, object]:
    cards = catalogue()
    listed = [cards[code] for code in row.codes if code in cards]
    by_people = [
        (people, [card for card in listed if card.people is people]) for people, _count in card_spread(listed).peoples
    ]
    return {
        "row": row,
        "cards": cards.by_code,
        "peoples": by_people,
        "spread": card_spread(listed),
        "most_players": min(len(listed) // DECK_SIZE, MAX_PLAYERS),
        "statistics": statistics_of_list(row),
        "history": [change | {"at": parse_datetime(change["at"])} for change in row.history],
        "link": absolute_url(request, row.get_absolute_url()),
        **card_source_context(request),
    }
