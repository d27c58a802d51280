"""Views for onlookers: the page that follows a draft, the host’s page about it, the shared screen, a link’s picture."""

import secrets
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from cards.catalogue.queries import catalogue
from cards.games.labels import people_label
from cards.pictures.painting import card_row_response, leaders_of_peoples
from cards.templatetags.cards import card_name
from common.errors import DomainError
from common.form_refusals import errors_added_to, status_of_forms
from common.links import absolute_url
from common.settings_forms import SettingsForm, form_field_of
from common.text import parse_whole_number
from drafts.core.archive.log import WatchedSeat
from drafts.core.engine.setup import PassDirection
from drafts.core.engine.sharing import Sharing
from drafts.core.seat_ring import SeatRingDrawing, make_seat_ring
from drafts.hooks import evening_after_draft
from drafts.models import Draft
from drafts.table import clocks
from drafts.table.clocks import record_room_presences
from drafts.table.identity import visitor_of
from drafts.table.loaded import Visitor
from drafts.table.permissions import load_draft_for_host
from drafts.table.presenters import seats_from_reader
from drafts.table.queries import VisibleDraft, visible_draft_for
from drafts.table.rows import load_draft, setup_of
from drafts.watching import services
from drafts.watching.queries import watched_draft
from live.onlookers import onlooker_count


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
    """Show everyone’s picks in large letters. An open page asks again with its tag (`seen`); 204 if nothing is new.

    If the link no longer works, an open page reloads and says so.
    """
    page = request.GET.get("me", "") or secrets.token_hex(4)
    number = parse_whole_number(request.GET.get("round", ""), digits=3)
    try:
        watched = watched_draft(key, partial(visitor_of, request), round_number=number, page=page)
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


def _seat_context(seat: WatchedSeat, round_number: int) -> dict[str, Any]:
    """Return a seat with the names of its cards, latest first, and its packets of one round."""
    cards = catalogue().by_code

    def names_of(codes: Iterable[str]) -> list[str]:
        return [card_name(cards[code]) if code in cards else code for code in codes]

    picks = [
        {"taken": names_of([entry.taken])[0], "passed": names_of(entry.passed), "hidden": entry.hidden}
        for entry in seat.picks
        if entry.round == round_number
    ]
    return {"number": seat.number, "name": seat.name, "pool": names_of(reversed(seat.pool)), "picks": picks}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def watching_settings_page(request: HttpRequest, key: str) -> HttpResponse:
    """Show the host the link for onlookers and what they see; with POST, change it or make a new link."""
    draft = load_draft_for_host(key, visitor_of(request, key)).draft
    form = WatchingForm(request.POST if request.method == "POST" else None, initial={"watching": draft.watching})
    if request.method == "POST" and form.is_valid():
        new_link = request.POST.get("do") == "renew"
        with errors_added_to(form):
            chosen = form.cleaned_data["watching"]
            services.set_watching(key, visitor=visitor_of(request, key), watching=chosen, new_link=new_link)
            messages.success(request, _("New link made. The old one no longer works.") if new_link else _("Saved."))
            return redirect("drafts:watching", key)
    context = {"draft": draft, "form": form, "can_be_watched": Sharing(draft.sharing).can_be_watched}
    if draft.watch_url:
        context["address"] = absolute_url(request, draft.watch_url)
        context["onlookers"] = onlooker_count(key)
    return render(request, "drafts/watching/settings.html", context, status=status_of_forms(form))


@require_safe
def draft_preview_picture(request: HttpRequest, key: str) -> HttpResponse:
    """Draw the preview picture of a draft’s link; it’s the same before, during and after the draft."""
    draft = load_draft(key).draft
    setup = setup_of(draft)
    players = ngettext("%(count)d player", "%(count)d players", setup.players) % {"count": setup.players}
    peoples = ", ".join(map(people_label, setup.peoples))
    text = f"{players} · {peoples}" if peoples else players
    return card_row_response(leaders_of_peoples(catalogue(), setup.peoples), draft.name, text)


@never_cache
@require_safe
def draft_screen_page(request: HttpRequest, key: str) -> HttpResponse:
    """Show the draft as a stranger sees it, in large letters; nothing private, even for its players."""
    visible_draft = visible_draft_for(clocks.visit_draft(key, Visitor()), Visitor())
    address = absolute_url(request, reverse("drafts:detail", args=[key]))
    context: dict[str, Any] = {"draft_view": visible_draft, "address": address}
    if visible_draft.status == Draft.Status.DRAFTING and visible_draft.table is not None:
        silent = record_room_presences({key: (None, ())})[key][1]
        seats = seats_from_reader(visible_draft)
        context["rounds"] = visible_draft.setup.figures.rounds
        context |= {"ring": _seat_ring_for(visible_draft), "awaited": [seat.name for seat in seats if seat.awaited]}
        context["away"] = [seat.name for seat in seats if seat.number in silent or seat.is_away]
        if visible_draft.paused is None and visible_draft.deadline is not None:
            context["seconds"] = max(int((visible_draft.deadline - timezone.now()).total_seconds()), 0)
    if visible_draft.status in (Draft.Status.DONE, Draft.Status.ABORTED):
        context["evening"] = evening_after_draft(key)
    return render(request, "drafts/screen/screen.html", context)


def _seat_ring_for(visible_draft: VisibleDraft) -> SeatRingDrawing:
    assert visible_draft.table is not None
    packets = visible_draft.setup.sharing.passes_packets
    states = ("", "") if visible_draft.review_until else ("waiting", "picked" if packets else "")
    seats = [(seat.name, states[seat.picked]) for seat in seats_from_reader(visible_draft)]
    ring = make_seat_ring(seats, passes_right=visible_draft.table.direction is PassDirection.RIGHT)
    return ring if packets else replace(ring, arrows=())
