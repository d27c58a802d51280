"""Presenters of an event: the page of an event with what the reader may see and do, for every view that shows it."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from accounts.identity import person_of
from cards.core.facts import PEOPLES
from common.errors import DomainError, Missing
from common.http import status_of
from common.i18n import translated
from common.links import absolute_url
from common.text import whole_number
from decks.deck.queries import decks_of
from matches.core.scoring import TARGET
from matches.core.tournament import Deed, usual_rounds
from matches.events.decks import services as deck_services
from matches.events.final_queries import bracket_of, final_places
from matches.events.pagination import slices
from matches.events.queries import LARGE, EventView, RoundView, notes_of, table_by
from matches.models import Event, JudgeNote
from matches.play.view_helpers import my_name

Form = dict[str, Any]
# Up to this target every usual score is a button.
MAX_SCORE_BUTTONS = 7


def event_page(
    request: HttpRequest, view: EventView, *, error: DomainError | None = None, typed: Form | None = None
) -> HttpResponse:
    """Render the page of an event; with `error` and `typed`, as answer to something that could not be done."""
    person = person_of(request)
    player = view.player_of(person)
    shown = _shown(request, view)
    desk = view.can(person, Deed.NOTES)
    target = int(view.event.sheet.get("target", TARGET))
    mine = _my_table(view, shown, player)
    context = {
        "view": view,
        "event": view.event,
        "round": shown,
        "error": translated(error) if error else "",
        "rule": error.rule if error else "",
        "typed": typed or {},
        "desk": desk,
        "is_owner": view.can(person, Deed.RULES),
        "may_pair": view.can(person, Deed.PAIR),
        "is_judge": view.can(person, Deed.PENALTY),
        "player": player,
        "mine": mine,
        "my_side": mine.has(person) if mine is not None else "",
        "decks": list(decks_of(person)[:40]) if player else [],
        "share": absolute_url(request, reverse("matches:event_short", args=[view.event.code])),
        "next_number": len(view.rounds) + 1,
        "cut_is_next": _cut_is_next(view),
        "peoples": [people.value for people in PEOPLES],
        "kinds": JudgeNote.Kind.choices,
        "notes": notes_of(view.event) if desk else [],
        "my_name": my_name(request),
        "target": target,
        "scores": list(range(target)) if target <= MAX_SCORE_BUTTONS else [],
        "final": final_places(view),
        "without_deck": deck_services.without_deck(view, len(view.rounds) + 1) if desk else [],
        "usual_rounds": usual_rounds(len(view.active), cut_size=view.event.cut_size),
        "bracket": bracket_of(view),
        **slices(request, view, shown),
    }
    return render(request, "matches/events/detail.html", context, status=status_of(error) if error else 200)


def _cut_is_next(view: EventView) -> bool:
    """Whether all planned rounds are played and a cut follows."""
    event, current = view.event, view.current
    planned = event.rounds_planned and len(view.rounds) >= event.rounds_planned
    running = event.status == Event.Status.RUNNING and current is not None and not current.missing
    return bool(event.cut_size and planned and running)


def _shown(request: HttpRequest, view: EventView) -> RoundView | None:
    wanted = whole_number(request.GET.get("round", ""))
    return next((each for each in view.rounds if each.row.number == wanted), view.current)


def _my_table(view: EventView, shown: RoundView | None, player: Any) -> Any:
    """A player's own table as it is now, however old the rest of the page is."""
    tables = shown.pairings if shown else ()
    own = next((table for table in tables if player is not None and player in (table.a, table.b)), None)
    if own is None or len(tables) * 2 < LARGE:
        return own
    with suppress(Missing):
        return table_by(view.event, own.row.pk)[1]
    return None
