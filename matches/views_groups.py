"""Pages of a group: the table, its matches, the next round, its members."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.people import keep_person, person_of
from common.errors import DomainError, Missing
from common.http import translated
from matches import queries, services
from matches.forms import GroupForm, GroupMatchForm, MemberForm, add_errors
from matches.queries import GroupView, sheet_of
from matches.views import form_status, my_name

MATCHES_SHOWN = 20


@require_http_methods(["GET", "HEAD", "POST"])
def create(request: HttpRequest) -> HttpResponse:
    """A new group."""
    form = GroupForm(request.POST or None, initial={"me": my_name(request)})
    error: DomainError | None = None
    if form.is_valid():
        name, me = form.cleaned_data["name"], form.cleaned_data["me"]
        try:
            group = services.create_group(by=keep_person(request, me), name=name, me=me, members=form.names)
            return redirect("matches:group", group.key)
        except DomainError as caught:
            error = caught
            add_errors(form, caught)
    return render(request, "matches/group_new.html", {"form": form}, status=form_status(request, error))


@require_safe
def detail(request: HttpRequest, key: str) -> HttpResponse:
    """The group, for everybody who has the link."""
    return _group_page(request, queries.group_view(key))


def _group_page(
    request: HttpRequest,
    view: GroupView,
    *,
    form: GroupMatchForm | None = None,
    member_form: MemberForm | None = None,
    error: DomainError | None = None,
) -> HttpResponse:
    person = person_of(request)
    may_start = services.may_start(person, view.group, view.members)
    context = {
        "view": view,
        "group": view.group,
        "form": form or GroupMatchForm(members=view.members, initial=_last_agreed(view)),
        "member_form": member_form or MemberForm(),
        "may_start": may_start,
        # Pairing a large group takes a while, so it is done for those who ask for it.
        "next_round": queries.next_round(view) if may_start and "round" in request.GET else None,
        "is_owner": person is not None and person.pk == view.group.owner_id,
        "matches": view.matches[:MATCHES_SHOWN],
        "share": request.build_absolute_uri(reverse("matches:group", args=[view.group.key])),
    }
    return render(request, "matches/group.html", context, status=form_status(request, error))


def _last_agreed(view: GroupView) -> dict[str, Any]:
    """What the group agreed on last time is what it most likely agrees on again."""
    return asdict(sheet_of(view.matches[0].match) if view.matches else services.USUAL_SHEET)


@require_POST
def start(request: HttpRequest, key: str) -> HttpResponse:
    """Start a match between two members."""
    view = queries.group_view(key)
    form = GroupMatchForm(_with_defaults(request, view), members=view.members)
    error: DomainError | None = None
    if form.is_valid():
        members = (form.cleaned_data["a"], form.cleaned_data["b"])
        try:
            by = person_of(request)
            match = services.create_group_match(by=by, group_key=key, members=members, sheet=form.sheet)
            return redirect("matches:detail", match.key)
        except DomainError as caught:
            error = caught
            add_errors(form, caught)
    return _group_page(request, view, form=form, error=error)


def _with_defaults(request: HttpRequest, view: GroupView) -> Any:
    """A pair of the suggested round brings only its two members; the rest is what was agreed last."""
    data = request.POST.copy()
    if "edition" not in data:
        for name, value in _last_agreed(view).items():
            if value not in (None, False):
                data[name] = str(value)
    return data


@require_POST
def add(request: HttpRequest, key: str) -> HttpResponse:
    """Take somebody into the group."""
    form = MemberForm(request.POST)
    error: DomainError | None = None
    if form.is_valid():
        try:
            member = services.add_member(by=person_of(request), key=key, name=form.cleaned_data["name"])
            messages.success(request, _("%(name)s is in the group.") % {"name": member.name})
            return redirect("matches:group", key)
        except DomainError as caught:
            error = caught
            add_errors(form, caught)
    return _group_page(request, queries.group_view(key), member_form=form, error=error)


@require_POST
def remove(request: HttpRequest, key: str, pk: int) -> HttpResponse:
    """Somebody leaves the group."""
    try:
        member = services.remove_member(by=person_of(request), key=key, member_pk=pk)
        messages.success(request, _("%(name)s has left the group; the matches stay.") % {"name": member.name})
    except Missing as error:
        messages.warning(request, translated(error))
    return redirect("matches:group", key)
