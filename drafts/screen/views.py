"""Views of the shared screen of a draft, and of the preview picture of its link."""

from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from cards.catalogue.queries import catalogue
from cards.games.labels import people_label
from cards.pictures.painting import leaders_of_peoples, row_answer
from common.links import absolute_url
from drafts.core.engine.setup import PassDirection
from drafts.core.seat_ring import SeatRing, make_seat_ring
from drafts.models import Draft
from drafts.screen.follow_up_registry import evening_after_draft
from drafts.table import clocks
from drafts.table.clocks import check_rooms
from drafts.table.loaded import Visitor
from drafts.table.presenters import seats_from_reader
from drafts.table.queries import DraftView, draft_view_of
from drafts.table.rows import load_draft, setup_of


@require_safe
def draft_preview_picture(request: HttpRequest, key: str) -> HttpResponse:
    """Draw the preview picture of a draft’s link; it’s the same before, during and after the draft."""
    draft = load_draft(key).draft
    setup = setup_of(draft)
    players = ngettext("%(count)d player", "%(count)d players", setup.players) % {"count": setup.players}
    peoples = ", ".join(map(people_label, setup.peoples))
    text = f"{players} · {peoples}" if peoples else players
    return row_answer(leaders_of_peoples(catalogue(), setup.peoples), draft.name, text)


@never_cache
@require_safe
def draft_screen_page(request: HttpRequest, key: str) -> HttpResponse:
    """Show the draft as a stranger sees it, in large letters; never anything private, whoever asks."""
    draft_view = draft_view_of(clocks.visit_draft(key, Visitor()), Visitor())
    address = absolute_url(request, reverse("drafts:detail", args=[key]))
    context: dict[str, Any] = {"draft_view": draft_view, "address": address}
    if draft_view.status == Draft.Status.DRAFTING and draft_view.table is not None:
        silent = check_rooms({key: (None, ())})[key][1]
        seats = seats_from_reader(draft_view)
        context["rounds"] = draft_view.setup.figures.rounds
        context |= {"ring": _seat_ring_for(draft_view), "awaited": [seat.name for seat in seats if seat.awaited]}
        context["away"] = [seat.name for seat in seats if seat.number in silent or seat.is_away]
        if draft_view.paused is None and draft_view.deadline is not None:
            context["seconds"] = max(int((draft_view.deadline - timezone.now()).total_seconds()), 0)
    if draft_view.status in (Draft.Status.DONE, Draft.Status.ABORTED):
        context["evening"] = evening_after_draft(key)
    return render(request, "drafts/screen/screen.html", context)


def _seat_ring_for(draft_view: DraftView) -> SeatRing:
    assert draft_view.table is not None
    packets = draft_view.setup.sharing.passes_packets
    states = ("", "") if draft_view.review_until else ("waiting", "picked" if packets else "")
    seats = [(seat.name, states[seat.picked]) for seat in seats_from_reader(draft_view)]
    ring = make_seat_ring(seats, passes_right=draft_view.table.direction is PassDirection.RIGHT)
    return ring if packets else replace(ring, arrows=())
