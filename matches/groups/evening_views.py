"""Views of the evening after a draft: who plays whom, the standings, and the start of a match."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.identity import person_of
from common.error_responses import errors_as_messages
from common.errors import Conflict
from drafts.table.identity import visitor_of
from matches.groups.draft_evening import (
    club_of_drafters,
    draft_group,
    evening_page_of,
    is_group_of_drafters,
    start_evening_match,
    start_own_evening_match,
)
from matches.groups.forms import EveningPairForm


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def evening_page(request: HttpRequest, key: str) -> HttpResponse:
    """Show the evening. A post makes the group first; if most are of a club, it asks once whether to play there.
    A group of exactly these people isn’t asked.

    With `mine` it leads on to one’s own match of the round, and starts it.
    """
    person = person_of(request)
    if request.method == "POST":
        club = club_of_drafters(key, person)
        is_theirs = club is not None and is_group_of_drafters(club, key)
        if club is not None and not is_theirs and "club" not in request.POST:
            context = {"club": club, "draft_key": key, "mine": "mine" in request.POST}
            return render(request, "matches/groups/evening_club.html", context)
        to_club = is_theirs or request.POST.get("club") == "1"
        draft_group(by=person, who=visitor_of(request, key), draft_key=key, to_club=to_club)
        match = start_own_evening_match(by=person, draft_key=key) if "mine" in request.POST else None
        return redirect("matches:evening", key) if match is None else redirect("matches:detail", match.key)
    page = evening_page_of(key, person)
    if page is None:
        return redirect("drafts:detail", key)
    return render(request, "matches/groups/evening.html", {"evening": page, "group": page.group})


@require_POST
def start_evening_match_view(request: HttpRequest, key: str) -> HttpResponse:
    form = EveningPairForm(request.POST)
    if form.is_valid():
        members = frozenset((form.cleaned_data["a"], form.cleaned_data["b"]))
        with errors_as_messages(request, Conflict, show=messages.warning):
            match = start_evening_match(by=person_of(request), draft_key=key, members=members)
            return redirect("matches:detail", match.key)
    return redirect("matches:evening", key)
