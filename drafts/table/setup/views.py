"""Views that create a draft by the rules, or a custom one for practice."""

import random
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from accounts.identity import get_or_create_person, person_of
from accounts.models import Person
from cards.catalogue.queries import all_data_versions, catalogue
from cards.core.facts import PEOPLES
from common.page_cache import cached_page
from decks.core.text import format_picks_as_text
from drafts.core.engine.bots import BotLevel
from drafts.core.engine.setup_meaning import pool_summary
from drafts.core.engine.sharing import Sharing
from drafts.lists.card_sources import card_source_context, form_data_with_source_cards
from drafts.lists.queries import readable_card_list
from drafts.models import BOT_DRAFT_NAME
from drafts.table import services
from drafts.table.identity import redirect_to_seat, visitor_of
from drafts.table.rows import draft_by_key
from drafts.table.setup.forms import (
    CustomDraftForm,
    DraftForm,
    SetupForm,
    default_form_data,
    fill_up_peoples,
    form_data_of_draft,
    form_data_with_peoples,
    over_days_form_data,
    peoples_needed,
    practice_form_data,
    random_peoples,
)
from game.shipped_evidence import shipped_evidence

_random = random.SystemRandom()


@require_http_methods(["GET", "HEAD", "POST"])
@cached_page(lambda request: (all_data_versions(), _has_name(person_of(request))))
def new_draft_page(request: HttpRequest) -> HttpResponse:
    return _form_or_new_draft_response(request, DraftForm)


@require_http_methods(["GET", "HEAD", "POST"])
def new_practice_page(request: HttpRequest) -> HttpResponse:
    return _form_or_new_draft_response(request, CustomDraftForm)


@require_POST
def setup_figures_fragment(request: HttpRequest) -> HttpResponse:
    """Return the form’s peoples and figures again after a change."""
    return _setup_page(request, DraftForm(_posted_form_data(request, DraftForm)), part="_form")


def _form_or_new_draft_response(request: HttpRequest, make: type[SetupForm]) -> HttpResponse:
    """Show the form, empty or as sent, or create its draft."""
    if request.method != "POST":
        return _setup_page(request, make(_initial_form_data(request, make)))
    action = request.POST.get("action", "open")
    if request.GET.get("figures"):
        return _setup_page(request, make(_posted_form_data(request, make)), part="_form")
    if action == "at_once":  # the default draft, without the form
        data = _form_data_with_enough_peoples(default_form_data(), "random")
    else:
        # The form may be sent before the page has shown the peoples for a new number of players, so fill them up here.
        data = _form_data_with_enough_peoples(request.POST, action)
    if make is CustomDraftForm and "fill_in" in data:
        data, problem = form_data_with_source_cards(request)
        return _setup_page(request, make(data), problem=problem)
    if action not in ("open", "bots", "at_once") or data.get("fitting_rounds"):
        return _setup_page(request, make(data))
    form = make(data, name_needed=_is_name_needed(request))
    if not form.is_valid() or form.setup is None:
        return _setup_page(request, form, status=400)
    return _create_draft_and_redirect(request, form, begin=action != "open")


def _initial_form_data(request: HttpRequest, make: type[SetupForm]) -> QueryDict:
    """Return the form’s first data: of an earlier draft, of a draft over days, with a saved list, or the defaults."""
    if again := request.GET.get("again"):
        return form_data_of_draft(draft_by_key(again))
    if make is DraftForm:
        return over_days_form_data() if request.GET.get("over") == "week" else default_form_data()
    data = practice_form_data()
    if key := request.GET.get("list"):
        row = readable_card_list(key, person_of(request))
        text = format_picks_as_text(tuple(row.codes), catalogue())
        data.update({"card_list": row.key, "name": row.name, "cards": text})
    return data


def _create_draft_and_redirect(request: HttpRequest, form: SetupForm, *, begin: bool) -> HttpResponse:
    """Create the draft of a valid form; with `begin`, start it at once with bots in the other seats."""
    chosen = form.cleaned_data
    assert form.setup is not None
    host = get_or_create_person(request, chosen["nickname"], making="draft")
    seated = services.create_draft(
        host=host,
        setup=form.setup,
        name=chosen["name"] or ("" if _has_name(host) else BOT_DRAFT_NAME),
        coached=chosen.get("coached", False),
        list_key=chosen.get("card_list", ""),
        **form.terms,
    )
    if begin:
        services.start_draft(seated.key, visitor=visitor_of(request, seated.key))
    return redirect_to_seat(request, seated.key, seated.token)


def _is_name_needed(request: HttpRequest) -> bool:
    return request.POST.get("action") == "open" and not _has_name(person_of(request))


def _has_name(person: Person | None) -> bool:
    return person is not None and bool(person.user_id or person.nickname)


def _posted_form_data(request: HttpRequest, make: type[SetupForm]) -> QueryDict:
    """Return the sent data, with enough peoples, and with packets if the way doesn’t work with the other answers."""
    data = _form_data_with_enough_peoples(request.POST, request.POST.get("action", "figures"))
    if any(tile.chosen and tile.reason for tile in make(data).tiles):
        data = data.copy()
        data["sharing"] = Sharing.PACKETS.value
    return data


def _form_data_with_enough_peoples(data: QueryDict, action: str) -> QueryDict:
    """Fill up or draw peoples, if `action` says so or the number of players has changed."""
    needed, chosen = peoples_needed(data), data.getlist("peoples")
    if action == "random" and needed:
        return form_data_with_peoples(data, random_peoples(needed, _random))
    other_table = data.get("before", data.get("players")) != data.get("players")
    if needed and (action == "fill" or other_table):
        return form_data_with_peoples(data, fill_up_peoples(chosen, needed))
    return data


def _setup_page(
    request: HttpRequest, form: SetupForm, *, part: str = "new", problem: str = "", status: int = 200
) -> HttpResponse:
    """Show the form, or a part of its page; `problem` is the error of the page that cards were taken from."""
    form.is_valid()
    custom, needed = isinstance(form, CustomDraftForm), peoples_needed(form.data)
    if problem:
        form.add_error("cards", problem)
    # A custom draft is usually for one player, who needs no name. If not, the bots button skips the browser’s check.
    form.fields["nickname"].widget.attrs |= {"required": not custom, "autofocus": "nickname" in form.errors}
    page = reverse("drafts:practice" if custom else "drafts:create")
    context: dict[str, Any] = {
        "form": form,
        "setup": form.setup,
        "custom": custom,
        "needed": needed,
        "chosen": [people for people in PEOPLES if people.value in form["peoples"].value()],
        "page": page,
        "figures": f"{page}?figures=1" if custom else reverse("drafts:figures"),
        "bot_levels": list(BotLevel),
        "has_name": _has_name(person_of(request)),
        "open_peoples": request.POST.get("action") in ("random", "fill"),
        "open_list": "fill_in" in request.POST,
        "meaning": None if custom else pool_summary(form.setup, catalogue(), shipped_evidence()),
    }
    if custom:
        context |= card_source_context(request)
    return render(request, f"drafts/setup/{part}.html", context, status=400 if problem else status)
