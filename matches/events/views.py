"""Views of an event: its page and settings, decks, audit log, venue screen, files, helpers and pods."""

from collections.abc import Callable, Sequence
from hashlib import blake2b
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.identity import get_or_create_person, own_name_of, person_of
from common.error_responses import status_of_error
from common.errors import DomainError, Missing, NotAllowed
from common.form_refusals import errors_added_to, status_of_forms
from common.headers import allow_offline_copy
from common.i18n import translated
from common.links import absolute_url
from common.text import gettext_noop
from drafts.table.queries import is_draft_code
from matches.core.tournament import ROLES_BY_PERMISSION, EventRole, Permission
from matches.core.tournament.roles import ROLE_NAMES
from matches.events import pod_services as pods
from matches.events import services, staff_services, wall
from matches.events.audit_log import audit_log_lines
from matches.events.bracket_queries import final_places
from matches.events.decks.queries import event_winner, require_visible_deck, visible_peoples_by_player
from matches.events.etag import NEWEST_TEMPLATE_TIME, no_content, not_modified_for_anonymous, with_etag_of_event
from matches.events.files import event_file, round_by_number
from matches.events.forms import EventForm
from matches.events.paper.sheets import pairings_pdf, result_slips_pdf
from matches.events.presenters import PARTS, PLAYERS_PER_SECOND, render_event_page, render_event_part
from matches.events.queries import LARGE_EVENT_PLAYERS, event_by_key, events_of_person, load_event, load_recent_event
from matches.events.read_models import LoadedEvent, LoadedRound, has_permission
from matches.exports import file_response
from matches.play.queries import demo_events, groups_of_person

LOG_LINES_PER_PAGE = 100


@require_safe
def my_events_page(request: HttpRequest) -> HttpResponse:
    """Show the reader’s events, and a field for the code of an event or a draft."""
    code = "".join(request.GET.get("code", "").split())
    if is_draft_code(code.lower()):
        return redirect("drafts:detail", code.lower())
    if code:
        return redirect("matches:event", event_by_key(code).key)
    events = list(events_of_person(person_of(request)))
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
def new_event_page(request: HttpRequest) -> HttpResponse:
    """Create an event, also without an account. Answers in the URL are filled in."""
    person = person_of(request)
    groups = groups_of_person(person)
    group_key = request.GET.get("group", "")
    venue = next((group.place for group in groups if group.key == group_key), "")
    answers = request.POST if request.method == "POST" else request.GET if "format" in request.GET else None
    form = EventForm(answers, groups=groups, person=person, initial={"group": group_key, "venue": venue})
    if form.is_valid() and request.method == "POST":
        with errors_added_to(form):
            event = services.create_event(
                by=get_or_create_person(request, form.cleaned_data.get("me", ""), making="event"),
                rules=form.event_rules,
                group=form.chosen_group,
            )
            return redirect(event)
    status = status_of_forms(form) if request.method == "POST" else 200
    return render(request, "matches/events/new.html", {"form": form}, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
def change_event_page(request: HttpRequest, key: str) -> HttpResponse:
    event = event_by_key(key)
    person = person_of(request)
    if person is None or person.pk != event.owner_id:
        raise NotAllowed(gettext_noop("Only the organiser can change an event."))
    groups = groups_of_person(person)
    form = EventForm(request.POST if request.method == "POST" else None, groups=groups, instance=event)
    if form.is_valid():
        with errors_added_to(form, now=lambda: EventForm(groups=groups, instance=event_by_key(key))):
            seen = form.cleaned_data["seen"]
            moves = form.cleaned_data.get("moves_rounds") == "1"
            services.change_event(
                by=person, key=key, rules=form.event_rules, group=form.chosen_group, seen=seen, moves_rounds=moves
            )
            messages.success(request, _("Changes saved."))
            return redirect(event)
    context = {"form": form, "event": event}
    return render(request, "matches/events/new.html", context, status=status_of_forms(form))


@require_safe
@not_modified_for_anonymous
@no_content
def event_detail_page(request: HttpRequest, key: str) -> HttpResponse:
    """Show the event to everybody with the link. `?since=N` gets 204 if N is the newest version."""
    loaded = load_recent_event(key)
    if len(loaded.players) >= LARGE_EVENT_PLAYERS and loaded.permits(person_of(request), Permission.NOTES):
        loaded = load_event(key)
    part, is_staff = request.GET.get("part", ""), loaded.permits(person_of(request), Permission.NOTES)
    is_part = part in PARTS and "since" in request.GET and (is_staff or part != "desk")
    answer = render_event_part(request, loaded, part) if is_part else render_event_page(request, loaded)
    if loaded.player_of(person_of(request)) is not None or is_staff:
        answer = allow_offline_copy(answer)
    return with_etag_of_event(request, answer, loaded)


@cache_control(private=True, no_cache=True)  # not `no-store`: an offline copy is stored
@require_safe
@no_content
def results_desk_page(request: HttpRequest, key: str) -> HttpResponse:
    """Show the event with the results of a round, also in a league; a script gets only the results."""
    loaded = load_event(key)
    if not loaded.permits(person_of(request), Permission.RESULT):
        raise NotAllowed(gettext_noop("Only the organiser and helpers can see this page."))
    if loaded.rounds and "HX-Request" in request.headers:
        return render_event_part(request, loaded, request.GET.get("part", ""))
    return allow_offline_copy(render_event_page(request, loaded))


@require_safe
def redirect_short_code(request: HttpRequest, code: str) -> HttpResponse:
    return redirect(event_by_key(code))


@require_safe
def event_deck_page(request: HttpRequest, key: str, number: int) -> HttpResponse:
    loaded = load_event(key)
    player = require_visible_deck(loaded, number, person_of(request))
    return render(request, "matches/events/deck.html", {"event": loaded.event, "player": player})


@require_safe
def audit_log_page_view(request: HttpRequest, key: str) -> HttpResponse:
    """Show the audit log to everybody, so that anyone can check how a number came about."""
    event, who = event_by_key(key), request.GET.get("who", "").strip()[:40]
    lines = audit_log_lines(event, person_of(request), who=who)
    rows = Paginator(lines, LOG_LINES_PER_PAGE).get_page(request.GET.get("page"))
    other = f"&{urlencode({'who': who})}" if who else ""
    context = {"event": event, "rows": rows, "who": who, "other_query": other}
    return render(request, "matches/staff/audit_log.html", context)


@require_safe
@not_modified_for_anonymous
@no_content
def venue_screen_page(request: HttpRequest, key: str) -> HttpResponse:
    """Show pairings by name, standings, bracket and clock, readable from ten metres; pages turn automatically."""
    loaded = load_recent_event(key)
    names, winner, final = wall.seats_of_current_round(loaded), event_winner(loaded), final_places(loaded)
    beside_winner = (wall.FINAL_COLUMNS, wall.FINAL_LINES) if winner else ()
    has_table = loaded.rounds and not loaded.bracket_tree and not (winner and final)
    context = {
        "view": loaded,
        "event": loaded.event,
        "round": loaded.current,
        "name_pages": wall.split_into_screen_pages(names),
        "place_pages": wall.split_into_screen_pages(loaded.standings if has_table else (), *beside_winner)[:1],
        "winner": winner,
        "final_pages": wall.split_into_screen_pages(final, wall.FINAL_COLUMNS, wall.FINAL_LINES),
        "branches": wall.bracket_screen_pages(loaded, visible_peoples_by_player(loaded)),
        "share": absolute_url(request, reverse("matches:event_short", args=[loaded.event.code])),
        "turn_seconds": wall.SECONDS_PER_PAGE,
        "slice": f"{_seating_digest(names)} {get_language()} {NEWEST_TEMPLATE_TIME}",
        "spread": len(loaded.players) // PLAYERS_PER_SECOND,
    }
    return with_etag_of_event(request, render(request, "matches/wall/index.html", context), loaded)


def _seating_digest(names: Sequence[wall.VenueScreenLine]) -> str:
    """Return a digest of the seating, which results don’t change, so that names are rendered once per round."""
    text = "\n".join(f"{name.family} {name.rest} {name.table} {name.opponent}" for name in names)
    return blake2b(text.encode(), digest_size=12).hexdigest()


_ROUND_PAPERS: dict[str, Callable[[LoadedEvent, LoadedRound], bytes]] = {
    "slips": result_slips_pdf,
    "pairings": pairings_pdf,
}


@require_safe
@not_modified_for_anonymous
def round_paper_view(request: HttpRequest, key: str, number: int, paper: str) -> HttpResponse:
    """Return the result slips of a round, or its pairings by name."""
    loaded = load_event(key)
    round_ = round_by_number(loaded, number)
    with timezone.override(loaded.event.time_zone):
        content = _ROUND_PAPERS[paper](loaded, round_)
    return file_response(content, loaded.event.key, f"{paper}-{number}.pdf")


@require_safe
@not_modified_for_anonymous
def event_file_view(request: HttpRequest, key: str, name: str) -> HttpResponse:
    return file_response(event_file(request, load_event(key), name), key, name)


@require_http_methods(["GET", "HEAD", "POST"])
def become_helper_page(request: HttpRequest, key: str, role_key: str) -> HttpResponse:
    event = event_by_key(key)
    if role_key not in (event.judge_key, event.scorekeeper_key):
        raise Missing(gettext_noop("This link isn’t valid. Ask the organiser for a new one."))
    if request.method != "POST":
        context = {"event": event, "is_judge": role_key == event.judge_key, "my_name": own_name_of(request)}
        return render(request, "matches/staff/join.html", context)
    staff_services.become_helper(
        by=get_or_create_person(request, request.POST.get("name", "")), key=key, role_key=role_key
    )
    messages.success(request, _("You’re now a helper at this event."))
    return redirect(event)


@require_safe
@never_cache
def helpers_page(request: HttpRequest, key: str) -> HttpResponse:
    event = event_by_key(key)
    if not has_permission(event, {}, person_of(request), Permission.HELPERS):
        raise NotAllowed(gettext_noop("Only the organiser of this event can see this page."))
    roles_shown = (EventRole.OWNER, EventRole.JUDGE, EventRole.SCOREKEEPER, EventRole.PLAYER, EventRole.ANYBODY)
    rights = [
        (_(ROLE_NAMES[permission]), [who in may or EventRole.ANYBODY in may for who in roles_shown])
        for permission, may in ROLES_BY_PERMISSION.items()
    ]
    roles = list(event.roles.select_related("person__user"))
    return render(request, "matches/staff/index.html", {"event": event, "roles": roles, "rights": rights})


@require_POST
def dismiss_helper_view(request: HttpRequest, key: str, pk: int) -> HttpResponse:
    staff_services.dismiss_helper(by=person_of(request), key=key, pk=pk)
    messages.success(request, _("Helper removed. The links for helpers are new."))
    return redirect("matches:event_helpers", key)


@require_POST
def renew_helper_links_view(request: HttpRequest, key: str) -> HttpResponse:
    staff_services.renew_helper_links(by=person_of(request), key=key)
    messages.success(request, _("New links created. The old ones no longer work."))
    return redirect("matches:event_helpers", key)


@never_cache
@require_safe
def pods_page(request: HttpRequest, key: str) -> HttpResponse:
    return _pods_response(request, key)


def _pods_response(request: HttpRequest, key: str, refusal: DomainError | None = None) -> HttpResponse:
    """Render the pods of an event, with an error if any; raises `NotAllowed` except for its organiser."""
    event = event_by_key(key)
    if not has_permission(event, {}, person_of(request), Permission.PODS):
        raise NotAllowed(gettext_noop("Only the organiser of this event can see this page."))
    tables = pods.seated_pods(event)
    rows = [(pod, request.build_absolute_uri(pod.pod.draft.get_absolute_url())) for pod in tables]
    context = {"event": event, "tables": rows, "error": translated(refusal) if refusal else ""}
    context["blocked"] = pods.blocked_pairs_in_pods(tables, person_of(request))
    status = status_of_error(refusal) if refusal else 200
    return render(request, "matches/events/draft_tables.html", context, status=status)


def _make_pod_view(change: Callable[..., object], done: Any) -> Callable[..., HttpResponse]:
    """Return a view of a form on the pods page, which calls a service and shows the message `done` or an error."""

    @require_POST
    def view(request: HttpRequest, key: str, **place: int) -> HttpResponse:
        try:
            change(by=person_of(request), key=key, **place)
        except DomainError as error:
            return _pods_response(request, key, error)
        messages.success(request, done % place)
        return redirect("matches:event_draft_tables", key)

    return view


begin_pod_draft_view = _make_pod_view(pods.begin_pod_draft, gettext_lazy("Pod %(number)s has started."))
let_bot_play_seat_view = _make_pod_view(pods.let_bot_play_seat, gettext_lazy("A bot has taken over in pod %(number)s."))
move_pod_to_real_cards_view = _make_pod_view(
    pods.move_pod_to_real_cards, gettext_lazy("Pod %(number)s is drafting with real cards.")
)
cancel_pod_view = _make_pod_view(pods.cancel_pod, gettext_lazy("Pod %(number)s is cancelled."))
restart_pod_draft_view = _make_pod_view(pods.restart_pod_draft, gettext_lazy("Table %(number)s starts over."))
cancel_all_pods_view = _make_pod_view(
    pods.cancel_all_pods, gettext_lazy("All pods are cancelled. Seat the players again on the event page.")
)
