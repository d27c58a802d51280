"""Views that create a draft by the rules, or a custom one for practice."""

import random
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.identity import get_or_create_person, person_of
from accounts.models import Person
from cards.catalogue.queries import all_data_versions, catalogue
from common.page_cache import cached_page
from decks.core.text import format_picks_as_text
from drafts.core.engine.bot_levels import BotLevel
from drafts.core.engine.setup_meaning import setup_meaning
from drafts.core.engine.sharing import Sharing
from drafts.lists.card_sources import card_source_context, fill_in_cards
from drafts.lists.queries import readable_card_list
from drafts.table import services
from drafts.table.identity import redirect_to_seat, visitor_of
from drafts.table.rows import draft_by_key
from drafts.table.setup.forms import (
    DraftForm,
    DraftTermsForm,
    PracticeForm,
    SharingForm,
    default_form_data,
    fill_up_peoples,
    form_data_of_draft,
    form_data_with_peoples,
    people_count,
    practice_form_data,
    random_peoples,
    week_form_data,
)
from game.shipped_evidence import shipped_evidence

_random = random.SystemRandom()


@require_http_methods(["GET", "HEAD", "POST"])
@cached_page(lambda request: (all_data_versions(), _has_name(person_of(request))))
def new_draft_page(request: HttpRequest) -> HttpResponse:
    """Show the form of a draft by the rules, or create the draft."""
    if request.method != "POST":
        # The form begins with an earlier draft’s settings, those for a week, or those for an evening.
        if again := request.GET.get("again"):
            return _setup_page(request, DraftForm(form_data_of_draft(draft_by_key(again))))
        data = week_form_data() if request.GET.get("over") == "week" else default_form_data()
        return _setup_page(request, DraftForm(data))
    action = request.POST.get("action", "open")
    if action == "at_once":  # the default draft, without the form
        data = _form_data_with_enough_peoples(default_form_data(), "random")
    else:
        # The form may be sent before the page has shown the peoples for a new number of players, so fill them up here.
        data = _form_data_with_enough_peoples(request.POST, action)
    if action not in ("open", "bots", "at_once"):
        return _setup_page(request, DraftForm(data))
    form = DraftForm(data, name_needed=_is_name_needed(request))
    if not form.is_valid() or form.setup is None:
        return _setup_page(request, form, status=400)
    return _create_draft_and_redirect(request, form, begin=action != "open")


def _create_draft_and_redirect(request: HttpRequest, form: DraftTermsForm, *, begin: bool) -> HttpResponse:
    """Create the draft of a valid form; with `begin`, start it at once with bots in the other seats."""
    chosen = form.cleaned_data
    assert form.setup is not None
    host = get_or_create_person(request, chosen["nickname"], making="draft")
    seated = services.create_draft(
        host=host,
        setup=form.setup,
        name=chosen["name"] or _default_draft_name(host),
        coached=chosen.get("coached", False),
        list_key=chosen.get("card_list", ""),
        **form.terms,
    )
    if begin:
        services.start_draft(seated.key, who=visitor_of(request, seated.key))
    return redirect_to_seat(request, seated.key, seated.token)


def _is_name_needed(request: HttpRequest) -> bool:
    return request.POST.get("action") == "open" and not _has_name(person_of(request))


def _has_name(person: Person | None) -> bool:
    return person is not None and bool(person.user_id or person.nickname)


def _default_draft_name(host: Person) -> str:
    """Return a name in the reader’s language, without the placeholder name of a guest."""
    if host.user_id or host.nickname:
        return _("%(name)s’s draft") % {"name": host.display_name}
    return _("Draft")


@require_http_methods(["GET", "HEAD", "POST"])
def new_practice_page(request: HttpRequest) -> HttpResponse:
    """Show the form of a custom draft, or create the draft."""
    if request.method != "POST":
        return _practice_page(request, PracticeForm(_first_practice_data(request)))
    if fitting := request.POST.get("fitting_rounds"):
        data = request.POST.copy()
        data["rounds"] = fitting
        return _practice_page(request, PracticeForm(data))
    if "fill_in" in request.POST:
        return _practice_page_with_cards(request)
    form = PracticeForm(request.POST, name_needed=_is_name_needed(request))
    if request.GET.get("figures"):
        form = PracticeForm(_data_with_possible_way(request.POST, form))
        form.is_valid()
        return render(request, "drafts/setup/_practice_figures.html", {"form": form, "setup": form.setup})
    if not form.is_valid() or form.setup is None:
        return _practice_page(request, form, status=400)
    return _create_draft_and_redirect(request, form, begin=request.POST.get("action") != "open")


def _first_practice_data(request: HttpRequest) -> QueryDict:
    """Return the form’s data at first: those of an earlier draft or with a saved list, else of a small draft."""
    if again := request.GET.get("again"):
        return form_data_of_draft(draft_by_key(again))
    data = practice_form_data()
    if key := request.GET.get("list"):
        row = readable_card_list(key, person_of(request))
        text = format_picks_as_text(tuple(row.codes), catalogue())
        data.update({"card_list": row.key, "name": row.name, "cards": text})
    return data


def _practice_page_with_cards(request: HttpRequest) -> HttpResponse:
    """Show the form with the cards of the chosen or pasted page in its list."""
    data, problem = fill_in_cards(request)
    form = PracticeForm(data)
    form.is_valid()
    if problem:
        form.add_error("cards", problem)
    return _practice_page(request, form, status=400 if problem else 200)


def _practice_page(request: HttpRequest, form: PracticeForm, status: int = 200) -> HttpResponse:
    form.is_valid()
    context = {
        "form": form,
        "setup": form.setup,
        "has_name": _has_name(person_of(request)),
        "bot_levels": list(BotLevel),
        **card_source_context(request),
    }
    return render(request, "drafts/setup/practice.html", context, status=status)


@require_POST
def setup_figures_fragment(request: HttpRequest) -> HttpResponse:
    """Return the form’s peoples and figures again after a change."""
    data = _form_data_with_enough_peoples(request.POST, request.POST.get("action", "figures"))
    form = DraftForm(_data_with_possible_way(data, DraftForm(data)))
    opened = {"open_peoples": request.POST.get("action") in ("random", "fill")}
    return render(request, "drafts/setup/_form.html", _setup_context(form) | opened)


def _data_with_possible_way(data: QueryDict, form: SharingForm) -> QueryDict:
    """Return the data of a form, with packets if its way no longer works with the other answers."""
    if any(tile.chosen and tile.reason for tile in form.tiles):
        data = data.copy()
        data["sharing"] = Sharing.PACKETS.value
    return data


def _form_data_with_enough_peoples(data: QueryDict, action: str) -> QueryDict:
    """Fill up or draw the peoples, if `action` says so or the number of players has changed."""
    needed, chosen = people_count(data), data.getlist("peoples")
    if action == "random" and needed:
        return form_data_with_peoples(data, random_peoples(needed, _random))
    other_table = data.get("before", data.get("players")) != data.get("players")
    if needed and (action == "fill" or other_table):
        return form_data_with_peoples(data, fill_up_peoples(chosen, needed))
    return data


def _setup_context(form: DraftForm) -> dict[str, Any]:
    form.is_valid()
    needed = people_count(form.data)
    meaning = setup_meaning(form.setup, catalogue(), shipped_evidence())
    return {"form": form, "setup": form.setup, "needed": needed, "bot_levels": list(BotLevel), "meaning": meaning}


def _setup_page(request: HttpRequest, form: DraftForm, status: int = 200) -> HttpResponse:
    context = _setup_context(form) | {
        "has_name": _has_name(person_of(request)),
        "over_week": request.GET.get("over") == "week",
        "open_peoples": request.POST.get("action") in ("random", "fill"),
    }
    return render(request, "drafts/setup/new.html", context, status=status)
