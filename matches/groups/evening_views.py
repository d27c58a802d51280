"""Views from the end of a draft to the matches of the evening."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from accounts.identity import person_of
from drafts.table.identity import who_of
from matches.groups.draft_evening import group_of_draft


@require_POST
def evening(request: HttpRequest, key: str) -> HttpResponse:
    """To the group of those who drafted together, with its next round paired."""
    group = group_of_draft(by=person_of(request), who=who_of(request, key), draft_key=key)
    return redirect(f"{reverse('matches:group', args=[group.key])}?round=1#next-round")
