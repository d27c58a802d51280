"""Pages of clubs: the public list, and what a group says of itself."""

from __future__ import annotations

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.identity import person_of
from matches.groups import clubs
from matches.groups.forms import ClubForm

PAGE_SIZE = 30


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """The clubs of the list, those with the nearest evening first."""
    page = Paginator(clubs.listed_clubs(timezone.localdate()), PAGE_SIZE).get_page(request.GET.get("page"))
    return render(request, "matches/clubs/index.html", {"page": page})


@require_POST
def describe(request: HttpRequest, key: str) -> HttpResponse:
    """Save what a group says of itself."""
    form = ClubForm(request.POST)
    said = form.cleaned_data if form.is_valid() else {}
    clubs.describe(
        by=person_of(request),
        key=key,
        about=said.get("about", request.POST.get("about", "")),
        place=said.get("place", request.POST.get("place", "")),
        listed=bool(said.get("listed")),
    )
    messages.success(request, _("Saved."))
    return redirect("matches:members", key)


@require_POST
def organiser(request: HttpRequest, key: str, pk: int) -> HttpResponse:
    """Make a member an organiser of the group, or no longer."""
    organises = request.POST.get("organises") == "1"
    member = clubs.set_organiser(by=person_of(request), key=key, member_pk=pk, organises=organises)
    said = _("%(name)s organises the group now.") if organises else _("%(name)s does not organise the group any more.")
    messages.success(request, said % {"name": member.name})
    return redirect("matches:members", key)
