"""Views of a group: its page, new matches, the timeline, its drafts and their evenings, and the list of clubs."""

from dataclasses import asdict
from datetime import timedelta
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.identity import get_or_create_person, own_name_of, person_of
from common.error_responses import errors_as_messages
from common.errors import Conflict
from common.form_refusals import errors_added_to, status_of_forms
from common.headers import allow_other_sites
from common.links import absolute_url
from common.text import parse_whole_number
from drafts.table.identity import visitor_of
from matches.core.scoring import DEFAULT_SHEET
from matches.events.calendar.queries import FEED_PAST_DAYS, MAX_EVENTS_IN_FEED, icalendar_of_entries
from matches.exports import calendar_feed_response
from matches.groups import queries as groups_queries
from matches.groups import services as group_services
from matches.groups.draft_evening import (
    ensure_draft_group,
    group_of_most_drafters,
    has_exactly_drafters,
    load_evening_page,
    start_evening_match,
    start_own_evening_match,
)
from matches.groups.forms import GroupDraftForm, GroupMatchForm, NewGroupForm
from matches.groups.queries import LoadedGroup, event_days_of_group, group_sidebar_context, visible_blocked_pairs
from matches.models import Group
from matches.play import permissions, services
from matches.play.core_values import settings_of_match
from matches.play.permissions import may_organise_group
from matches.play.queries import group_by_key, match_by_key, newest_groups_of, scored_match_of, with_games_prefetched

MEMBERS_PER_PAGE, MAX_STANDINGS_LINES = 30, 40
FEED_CACHE_SECONDS = 300


@require_http_methods(["GET", "HEAD", "POST"])
def new_group_page(request: HttpRequest) -> HttpResponse:
    form = NewGroupForm(request.POST if request.method == "POST" else None, initial={"me": own_name_of(request)})
    if form.is_valid():
        name, me = form.cleaned_data["name"], form.cleaned_data["me"]
        with errors_added_to(form):
            group = group_services.create_group(
                by=get_or_create_person(request, me, making="group"), name=name, me=me, members=form.names
            )
            return redirect("matches:group", group.key)
    return render(request, "matches/groups/new.html", {"form": form}, status=status_of_forms(form))


@require_http_methods(["GET", "HEAD", "POST"])
def move_match_view(request: HttpRequest, key: str) -> HttpResponse:
    match, by = match_by_key(key), person_of(request)
    group_services.check_may_move_match(by, match)
    if request.method != "POST":
        return render(request, "matches/groups/move.html", {"match": match, "groups": newest_groups_of(by)})
    group_services.move_match(by=by, key=key, group_key=request.POST.get("group", ""))
    messages.success(request, _("Changes saved."))
    return redirect("matches:detail", key)


@require_safe
def group_page(request: HttpRequest, key: str) -> HttpResponse:
    if drafted := request.GET.get("draft", ""):  # the evening had this URL in an earlier version
        return redirect("matches:evening", drafted)
    return _group_response(request, groups_queries.load_group(key))


def _group_response(request: HttpRequest, loaded: LoadedGroup, *, form: GroupMatchForm | None = None) -> HttpResponse:
    form = form or GroupMatchForm(members=loaded.players, initial=_newest_match_settings(loaded))
    person, today = person_of(request), timezone.localdate()
    may_start = permissions.may_start_match(person, loaded.group, loaded.members)
    club = group_sidebar_context(loaded, today)
    # Pairing a large group is slow, so pair only on request.
    paired = groups_queries.suggest_next_round(loaded) if may_start and "round" in request.GET else None
    context = {
        "view": loaded,
        "group": loaded.group,
        **_standings_context(loaded),
        "form": form,
        "here": "group",
        "may_start": may_start,
        "next_round": paired,
        "blocked": groups_queries.visible_blocked_pairs(paired.pairs, loaded.group, person) if paired else [],
        # Before the first match, the pairs replace the standings.
        "first_round": paired is not None and not loaded.matches,
        "is_owner": permissions.may_organise_group(person, loaded.group),
        "next_event": club["next_event"],
        "club": club,
        "share": absolute_url(request, reverse("matches:group", args=[loaded.group.key])),
    }
    return render(request, "matches/groups/detail.html", context, status=status_of_forms(form))


def _standings_context(loaded: LoadedGroup) -> dict[str, Any]:
    """Return the top lines of members, and of guests, whose lines are folded."""
    own = [line for line in loaded.standings if not line.guest]
    return {
        "standings": own[:MAX_STANDINGS_LINES],
        "all_lines": len(own) if len(own) > MAX_STANDINGS_LINES else 0,
        "guests": [line for line in loaded.standings if line.guest][:MAX_STANDINGS_LINES],
        "order": groups_queries.order_of(loaded.season),
    }


def _newest_match_settings(loaded: LoadedGroup) -> dict[str, Any]:
    """Return the settings of the newest match as initial values of the form."""
    return asdict(settings_of_match(loaded.matches[0].match) if loaded.matches else DEFAULT_SHEET)


@require_POST
def start_match_view(request: HttpRequest, key: str) -> HttpResponse:
    loaded = groups_queries.load_group(key)
    form = GroupMatchForm(_data_with_defaults(request, loaded), members=loaded.players)
    if form.is_valid():
        a, b, guest = (form.cleaned_data[name] for name in ("a", "b", "guest"))
        by = person_of(request)
        with errors_added_to(form):
            if guest:
                match = group_services.create_match_with_guest(
                    by=by, group_key=key, member=a, guest=guest, sheet=form.settings
                )
            else:
                match = services.create_group_match(by=by, group_key=key, members=(a, b), sheet=form.settings)
            return redirect("matches:detail", match.key)
    return _group_response(request, loaded, form=form)


def _data_with_defaults(request: HttpRequest, loaded: LoadedGroup) -> Any:
    """Complete the form of a suggested pair, which has only two members, with the settings of the last match."""
    data = request.POST.copy()
    if "edition" not in data:
        for name, value in _newest_match_settings(loaded).items():
            if value not in (None, False):
                data[name] = str(value)
    return data


@require_safe
def group_timeline_page(request: HttpRequest, key: str) -> HttpResponse:
    return _group_timeline_response(request, group_by_key(key), form=GroupDraftForm())


def _group_timeline_response(request: HttpRequest, group: Group, *, form: GroupDraftForm) -> HttpResponse:
    kinds = {
        "matches": (_("Matches"), group.matches.all()),
        "past": (_("From files"), group.past_results.select_related("a", "b").order_by("-day", "line")),
        "events": (_("Events"), group.events.filter(hidden=None).select_related("owner__user")),
        "drafts": (_("Drafts"), groups_queries.drafts_of_group(group)),
        "decks": (_("Decks"), groups_queries.decks_of_group(group)),
    }
    wanted = request.GET.get("what", "")
    what = "drafts" if request.method == "POST" else wanted if wanted in kinds else "matches"
    page = Paginator(kinds[what][1], MEMBERS_PER_PAGE).get_page(request.GET.get("page"))
    entries: list[Any] = list(page)
    if what == "matches":
        matches = with_games_prefetched(group.matches.filter(pk__in=[match.pk for match in entries]))
        entries = [scored_match_of(match) for match in matches]
    person = person_of(request)
    members = [member for member in group.members.all() if member.left is None]
    context = {
        "group": group,
        "here": "time",
        "what": what,
        "kinds": [(name, label) for name, (label, _rows) in kinds.items()],
        "page": page,
        "entries": entries,
        "form": form,
        "may_start": permissions.may_start_match(person, group, members),
        "is_owner": person is not None and person.pk == group.owner_id,
    }
    return render(request, "matches/groups/timeline.html", context, status=status_of_forms(form))


@require_POST
def add_draft_view(request: HttpRequest, key: str) -> HttpResponse:
    form = GroupDraftForm(request.POST)
    if form.is_valid():
        with errors_added_to(form):
            group_services.add_draft_to_group(by=person_of(request), key=key, draft_key=form.key)
            messages.success(request, _("Draft added to the group."))
            return redirect(f"{reverse('matches:group_time', args=[key])}?what=drafts")
    return _group_timeline_response(request, group_by_key(key), form=form)


@never_cache
@require_safe
def group_picks_page(request: HttpRequest, key: str) -> HttpResponse:
    group = group_by_key(key)
    picks = groups_queries.group_pick_statistics(group, person_of(request))
    about = {"name": group.name, "url": reverse("matches:group", args=[key])}
    context = {"group": about, "scope": "group", "counted": picks}
    return render(request, "drafts/archive/statistics.html", context)


@require_safe
def clubs_page(request: HttpRequest) -> HttpResponse:
    page = Paginator(groups_queries.listed_groups(timezone.localdate()), MEMBERS_PER_PAGE).get_page(
        request.GET.get("page")
    )
    return render(request, "matches/clubs/index.html", {"page": page})


@require_safe
def group_calendar_page(request: HttpRequest, key: str) -> HttpResponse:
    """List upcoming evenings, or past evenings with `?past=1`."""
    group, past, today = group_by_key(key), request.GET.get("past") == "1", timezone.localdate()
    evenings = (
        event_days_of_group(group, last=today - timedelta(days=1))[::-1] if past else event_days_of_group(group, today)
    )
    context = {
        "group": group,
        "here": "calendar",
        "page": Paginator(evenings, MEMBERS_PER_PAGE).get_page(request.GET.get("page")),
        "past": past,
        "feed": absolute_url(request, reverse("matches:group_feed", args=[group.key])),
        "is_owner": may_organise_group(person_of(request), group),
    }
    return render(request, "matches/clubs/calendar.html", context)


@require_safe
@allow_other_sites
def group_calendar_feed(request: HttpRequest, key: str) -> HttpResponse:
    """Return up to `MAX_EVENTS_IN_FEED` evenings since a month ago as iCalendar."""
    group = group_by_key(key)
    evenings = event_days_of_group(group, timezone.localdate() - FEED_PAST_DAYS)[:MAX_EVENTS_IN_FEED]
    content = icalendar_of_entries(evenings, absolute_url(request, "/").rstrip("/"), group.name)
    return calendar_feed_response(content, "club.ics", **{"Cache-Control": f"public, max-age={FEED_CACHE_SECONDS}"})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def evening_page(request: HttpRequest, key: str) -> HttpResponse:
    """Show the evening. A POST first makes the group. If most drafters are in a club, it asks whether to play there,
    unless the club has exactly these members.

    With `mine`, it starts the reader’s match of the round and goes to it.
    """
    person = person_of(request)
    if request.method == "POST":
        club = group_of_most_drafters(key, person)
        is_theirs = club is not None and has_exactly_drafters(club, key)
        if club is not None and not is_theirs and "club" not in request.POST:
            context = {"club": club, "draft_key": key, "mine": "mine" in request.POST}
            return render(request, "matches/groups/evening_club.html", context)
        to_club = is_theirs or request.POST.get("club") == "1"
        ensure_draft_group(by=person, visitor=visitor_of(request, key), draft_key=key, to_club=to_club)
        match = start_own_evening_match(by=person, draft_key=key) if "mine" in request.POST else None
        return redirect("matches:evening", key) if match is None else redirect("matches:detail", match.key)
    page = load_evening_page(key, person)
    if page is None:
        return redirect("drafts:detail", key)
    waiting = [evening_table.pair for evening_table in page.tables if evening_table.match is None]
    context = {"evening": page, "group": page.group, "blocked": visible_blocked_pairs(waiting, page.group, person)}
    return render(request, "matches/groups/evening.html", context)


@require_POST
def start_evening_match_view(request: HttpRequest, key: str) -> HttpResponse:
    members = frozenset(parse_whole_number(request.POST.get(side, "")) or 0 for side in ("a", "b"))
    with errors_as_messages(request, Conflict, show=messages.warning):
        match = start_evening_match(by=person_of(request), draft_key=key, members=members)
        return redirect("matches:detail", match.key)
    return redirect("matches:evening", key)
