"""Views of a group's drafts: from their end to matches, and when cards are taken."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.identity import person_of
from drafts.archive.views import statistics_context
from drafts.table.identity import who_of
from matches.groups import queries as groups_queries
from matches.groups.draft_evening import club_for, group_of_draft
from matches.play import queries


@never_cache
@require_safe
def group_picks(request: HttpRequest, key: str) -> HttpResponse:
    group = queries.get_group(key)
    picks = groups_queries.picks_of(group, person_of(request))
    about = {"name": group.name, "url": reverse("matches:group", args=[key])}
    context = {"group": about, "scope": "group"} | statistics_context(picks)
    return render(request, "drafts/archive/statistics.html", context)


@require_POST
def evening(request: HttpRequest, key: str) -> HttpResponse:
    """To the group of those who drafted together, with its next round paired; members of a club are asked once."""
    by, who = person_of(request), who_of(request, key)
    club = club_for(key, by)
    if club is not None and "club" not in request.POST:
        return render(request, "matches/groups/evening.html", {"club": club, "draft_key": key})
    group = group_of_draft(by=by, who=who, draft_key=key, to_club=request.POST.get("club") == "1")
    return redirect(f"{reverse('matches:group', args=[group.key])}?round=1&draft={key}#next-round")
