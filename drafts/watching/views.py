"""Views of watching: the page of onlookers, and the host’s page about them."""

import secrets
from collections.abc import Iterable
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from cards.catalogue.queries import catalogue
from cards.templatetags.cards import card_name
from common.errors import DomainError
from common.form_refusals import errors_added_to, status_of_forms
from common.links import absolute_url
from common.settings_forms import SettingsForm, form_field_of
from common.text import parse_whole_number
from drafts.core.archive.log import WatchedSeat
from drafts.core.engine.sharing import Sharing
from drafts.models import Draft
from drafts.table.identity import visitor_of
from drafts.watching import services
from drafts.watching.queries import draft_of_host, watched_draft
from live.onlookers import onlookers_of


class WatchingForm(SettingsForm):
    """Form in which the host chooses what onlookers see."""

    seen = None

    class Meta:
        model = Draft
        fields = ("watching",)
        formfield_callback = form_field_of


@never_cache
@require_safe
def watch_page(request: HttpRequest, key: str) -> HttpResponse:
    """Show everyone’s picks in large letters. A page asks again with what it has `seen`; if nothing is new, 204.

    An open page whose link no longer works is loaded again, and says so.
    """
    page = request.GET.get("me", "") or secrets.token_hex(4)
    number = parse_whole_number(request.GET.get("round", ""), digits=3)
    try:
        watched = watched_draft(key, partial(visitor_of, request), number_of_round=number, page=page)
    except DomainError:
        if "seen" not in request.GET:
            raise
        return HttpResponse(headers={"HX-Refresh": "true"})
    if request.GET.get("seen") == watched.tag:
        return HttpResponse(status=204)
    context = {
        "key": key,
        "watched": watched,
        "page": page,
        "chosen": number,
        "seats": [_seat_context(seat, watched.round) for seat in watched.seats],
        "earlier": range(1, watched.visible_rounds + 1) if watched.sharing.passes_packets else (),
    }
    return render(request, "drafts/watching/watch.html", context)


def _seat_context(seat: WatchedSeat, number_of_round: int) -> dict[str, Any]:
    """Return a seat with the names of its cards, the latest first, and its packets of one round."""
    cards = catalogue().by_code

    def names_of(codes: Iterable[str]) -> list[str]:
        return [card_name(cards[code]) if code in cards else code for code in codes]

    picks = [
        {"taken": names_of([entry.taken])[0], "passed": names_of(entry.passed), "hidden": entry.hidden}
        for entry in seat.picks
        if entry.round == number_of_round
    ]
    return {"number": seat.number, "name": seat.name, "pool": names_of(reversed(seat.pool)), "picks": picks}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def watching_settings_page(request: HttpRequest, key: str) -> HttpResponse:
    """Show the host the link for onlookers and what they see; with POST, change it or make a new link."""
    draft = draft_of_host(key, visitor_of(request, key))
    form = WatchingForm(request.POST if request.method == "POST" else None, initial={"watching": draft.watching})
    if request.method == "POST" and form.is_valid():
        new_link = request.POST.get("do") == "renew"
        with errors_added_to(form):
            chosen = form.cleaned_data["watching"]
            services.set_watching(key, who=visitor_of(request, key), watching=chosen, new_link=new_link)
            messages.success(request, _("New link made. The old one no longer works.") if new_link else _("Saved."))
            return redirect("drafts:watching", key)
    context = {"draft": draft, "form": form, "can_be_watched": Sharing(draft.sharing).can_be_watched}
    if draft.watch_address:
        context["address"] = absolute_url(request, draft.watch_address)
        context["onlookers"] = onlookers_of(key)
    return render(request, "drafts/watching/settings.html", context, status=status_of_forms(form))
