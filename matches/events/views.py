"""Views of an event: its page, opening one, its settings, decks, audit log and venue screen."""

from collections.abc import Sequence
from hashlib import blake2b
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.identity import get_or_create_person, person_of
from common.errors import NotAllowed
from common.form_refusals import form_status, refusal_in
from common.headers import allow_offline_copy
from common.links import absolute_url
from common.text import gettext_noop
from matches.core.tournament import Permission
from matches.events import services
from matches.events.audit_log import audit_log_page
from matches.events.decks.queries import deck_of, visible_peoples, winner_of
from matches.events.etag import RELEASE, dated, newest_only, unchanged
from matches.events.final_queries import final_places
from matches.events.forms import EventForm
from matches.events.presenters import PARTS, PLAYERS_PER_SECOND, event_page, event_part
from matches.events.queries import LARGE_EVENT_PLAYERS, event_view, get_event, recent_view
from matches.events.queries import events_of as my_events
from matches.events.wall.pages import TURN_SECONDS, WallName, by_family_name, pages_of, tree_for_wall
from matches.play.queries import demo_events, own_groups
from matches.play.view_helpers import my_name


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """My events, and a place to type a short code."""
    code = request.GET.get("code", "").strip()
    if code:
        return redirect("matches:event", get_event(code).key)
    events = list(my_events(person_of(request)))
    person = person_of(request)
    address = reverse("matches:my_calendar", args=[person.calendar_key]) if person and person.calendar_key else ""
    context = {
        "events": events,
        "calendar_link": absolute_url(request, address) if address else "",
        "demo_events": [] if events else demo_events(),
        "demo_groups": [],
    }
    return render(request, "matches/events/index.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def create(request: HttpRequest) -> HttpResponse:
    """A new event; works at once, for anybody."""
    groups = own_groups(person_of(request))
    group_key = request.GET.get("group", "")
    venue = next((group.place for group in groups if group.key == group_key), "")
    form = EventForm(
        request.POST if request.method == "POST" else None,
        groups=groups,
        initial={"me": my_name(request), "group": group_key, "venue": venue},
    )
    if form.is_valid():
        with refusal_in(form):
            event = services.create_event(
                by=get_or_create_person(request, form.cleaned_data["me"], making="event"),
                rules=form.rules,
                group=form.chosen_group,
            )
            return redirect(event)
    return render(request, "matches/events/new.html", {"form": form}, status=form_status(form))


@require_http_methods(["GET", "HEAD", "POST"])
def change(request: HttpRequest, key: str) -> HttpResponse:
    event = get_event(key)
    person = person_of(request)
    if person is None or person.pk != event.owner_id:
        raise NotAllowed(gettext_noop("Only the organiser can change an event."))
    groups = own_groups(person)
    form = EventForm(request.POST if request.method == "POST" else None, groups=groups, instance=event)
    if form.is_valid():
        with refusal_in(form, now=lambda: EventForm(groups=groups, instance=get_event(key))):
            seen = form.cleaned_data["seen"]
            moves = form.cleaned_data.get("moves_rounds") == "1"
            services.change_event(
                by=person, key=key, rules=form.rules, group=form.chosen_group, seen=seen, moves_rounds=moves
            )
            messages.success(request, _("Changes saved."))
            return redirect(event)
    context = {"form": form, "event": event}
    return render(request, "matches/events/new.html", context, status=form_status(form))


@require_safe
@unchanged
@newest_only
def detail(request: HttpRequest, key: str) -> HttpResponse:
    """The event, for everybody who has the link. `?since=N` is answered only when there is something newer."""
    view = recent_view(key)
    if len(view.players) >= LARGE_EVENT_PLAYERS and view.can(person_of(request), Permission.NOTES):
        view = event_view(key)
    part = request.GET.get("part", "")
    answer = event_part(request, view, part) if part in PARTS and "since" in request.GET else event_page(request, view)
    if view.player_of(person_of(request)) is not None or view.can(person_of(request), Permission.NOTES):
        answer = allow_offline_copy(answer)
    return dated(request, answer, view)


@require_safe
def short(request: HttpRequest, code: str) -> HttpResponse:
    return redirect(get_event(code))


@require_safe
def deck(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """The deck somebody has handed in, for those who may see it at this stage."""
    view = event_view(key)
    player = deck_of(view, number, person_of(request))
    return render(request, "matches/events/deck.html", {"event": view.event, "player": player})


@require_safe
def audit_log(request: HttpRequest, key: str) -> HttpResponse:
    """Everything that was done, for everybody: so that anyone can see why a number stands there."""
    event, who = get_event(key), request.GET.get("who", "").strip()[:40]
    rows = audit_log_page(event, person_of(request), who=who, page=request.GET.get("page"))
    other = f"&{urlencode({'who': who})}" if who else ""
    context = {"event": event, "rows": rows, "who": who, "other_query": other}
    return render(request, "matches/staff/audit_log.html", context)


@require_safe
@unchanged
@newest_only
def wall(request: HttpRequest, key: str) -> HttpResponse:
    """Pairings by name, standings, bracket and clock as pages to be read from ten metres; renews and turns itself."""
    view = recent_view(key)
    names = by_family_name(view)
    context = {
        "view": view,
        "event": view.event,
        "round": view.current,
        "name_pages": pages_of(names),
        "place_pages": pages_of(view.places if view.rounds and not view.tree else ())[:1],
        "winner": winner_of(view),
        "final_pages": pages_of(final_places(view)),
        "branches": tree_for_wall(view, visible_peoples(view)),
        "share": absolute_url(request, reverse("matches:event_short", args=[view.event.code])),
        "turn_seconds": TURN_SECONDS,
        "slice": f"{_seating_digest(names)} {get_language()} {RELEASE}",
        "spread": len(view.players) // PLAYERS_PER_SECOND,
    }
    return dated(request, render(request, "matches/wall/index.html", context), view)


def _seating_digest(names: Sequence[WallName]) -> str:
    """The digest of the seating: results do not change it, so the names are drawn once a round."""
    text = "\n".join(f"{name.family} {name.rest} {name.table} {name.opponent}" for name in names)
    return blake2b(text.encode(), digest_size=12).hexdigest()
