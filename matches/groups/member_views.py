"""Views of a group's members: who is in it and as what, joining by link, leaving, handing over."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.identity import get_or_create_person, person_of
from common.error_responses import status_of
from common.errors import ChangedMeanwhile, DomainError
from common.i18n import translated
from common.links import absolute_url
from matches.groups import clubs, membership, services
from matches.groups.forms import ClubForm, HandOverForm, JoinForm, MemberForm
from matches.groups.queries import Role, invitation_of, role_of, unclaimed
from matches.models import Group
from matches.play.forms import add_errors
from matches.play.permissions import may_organise
from matches.play.queries import get_group
from matches.play.view_helpers import form_status, my_name


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def members(request: HttpRequest, key: str) -> HttpResponse:
    """Everybody who is or was in the group; its owner adds names."""
    group = get_group(key)
    form = MemberForm(request.POST or None)
    error: DomainError | None = None
    if form.is_valid():
        try:
            member = services.add_member(by=person_of(request), key=key, name=form.cleaned_data["name"])
            messages.success(request, _("%(name)s is in the group.") % {"name": member.name})
            return redirect("matches:members", key)
        except DomainError as caught:
            error = caught
            add_errors(form, caught)
    return _page(request, group, form=form, error=error)


def _page(
    request: HttpRequest,
    group: Group,
    *,
    form: MemberForm | None = None,
    over: HandOverForm | None = None,
    club: ClubForm | None = None,
    error: DomainError | None = None,
) -> HttpResponse:
    person = person_of(request)
    everybody = list(group.members.select_related("person__user"))
    is_owner = may_organise(person, group)
    invitation = invitation_of(group) if is_owner else None
    heirs = [person for person in everybody if role_of(group, person) is Role.MEMBER]
    context = {
        "group": group,
        "here": "members",
        "rows": [(person, role_of(group, person).value) for person in everybody],
        "present": sum(person.left is None for person in everybody),
        "is_owner": is_owner,
        "mine": next(
            (member for member in everybody if person and member.person_id == person.pk and member.left is None), None
        ),
        "owner_plays": any(person.person_id == group.owner_id for person in everybody),
        "invitation": invitation,
        "link": _link(request, invitation.key) if invitation else "",
        "form": form or MemberForm(),
        "over": over or HandOverForm(members=heirs),
        "heirs": heirs,
        "is_the_owner": person is not None and person.pk == group.owner_id,
        "club": club or _club_form(group),
    }
    return render(request, "matches/groups/members.html", context, status=form_status(request, error))


def _club_form(group: Group) -> ClubForm:
    names = ("about", "place", "listed")
    return ClubForm(initial={**{name: getattr(group, name) for name in names}, "seen": group.fingerprint})


@require_POST
def describe(request: HttpRequest, key: str) -> HttpResponse:
    """Save what a group says of itself."""
    group, form = get_group(key), ClubForm(request.POST)
    error: DomainError | None = None
    if form.is_valid():
        try:
            clubs.describe(by=person_of(request), key=key, **form.cleaned_data)
            messages.success(request, _("Saved."))
            return redirect("matches:members", key)
        except ChangedMeanwhile as caught:
            error = caught
            form.show_meanwhile(_club_form(get_group(key)))
    return _page(request, group, club=form, error=error)


def _link(request: HttpRequest, invite_key: str) -> str:
    return absolute_url(request, reverse("matches:group_join", args=[invite_key]))


@require_POST
def invitation(request: HttpRequest, key: str) -> HttpResponse:
    """A new link to join by, or none any more."""
    if request.POST.get("do") == "withdraw":
        membership.withdraw_invitation(by=person_of(request), key=key)
        messages.success(request, _("The invitation is withdrawn; its link opens nothing any more."))
    else:
        membership.invite(by=person_of(request), key=key)
        messages.success(request, _("This is the link to join by. The one before it, if any, is withdrawn."))
    return redirect("matches:members", key)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, invite_key: str) -> HttpResponse:
    """Say who one is, and be in the group."""
    invitation = membership.get_invitation(invite_key)
    group = invitation.group
    free = unclaimed(group.members.all())
    form = JoinForm(request.POST or None, free=free, initial={"name": my_name(request), "member": ""})
    error: DomainError | None = None
    if form.is_valid():
        member, name = form.cleaned_data["member"], form.cleaned_data["name"]
        try:
            by = get_or_create_person(request, name)
            joined = membership.join(by=by, invite_key=invite_key, member_pk=member, name=name)
            messages.success(request, _("Welcome, %(name)s.") % {"name": joined.name})
            return redirect("matches:group", group.key)
        except DomainError as caught:
            error = caught
            add_errors(form, caught)
    person = person_of(request)
    inside = person is not None and group.members.filter(person=person, left=None).exists()
    context = {"group": group, "form": form, "free": free, "inside": inside}
    return render(request, "matches/groups/join.html", context, status=form_status(request, error))


@require_POST
def leave(request: HttpRequest, key: str) -> HttpResponse:
    """Leave the group; the matches stay."""
    try:
        group = membership.leave(by=person_of(request), key=key)
        messages.success(request, _("You have left %(group)s. What you played stays.") % {"group": group.name})
    except DomainError as caught:
        messages.warning(request, translated(caught))
        return _page(request, get_group(key), error=caught)
    return redirect("matches:group", key)


@require_POST
def hand_over(request: HttpRequest, key: str) -> HttpResponse:
    """Give the group to another member."""
    group = get_group(key)
    heirs = [member for member in group.members.select_related("person") if role_of(group, member) is Role.MEMBER]
    form = HandOverForm(request.POST, members=heirs)
    error: DomainError | None = None
    if form.is_valid():
        try:
            member = form.cleaned_data["member"]
            group = membership.hand_over(by=person_of(request), key=key, member_pk=member)
            messages.success(request, _("The group is %(name)s's now.") % {"name": group.owner.display_name})
            return redirect("matches:members", key)
        except DomainError as caught:
            error = caught
            add_errors(form, caught)
    elif not (person := person_of(request)) or person.pk != group.owner_id:
        membership.owned(person, key)
    page = _page(request, group, over=form, error=error)
    page.status_code = status_of(error) if error else 400
    return page


@require_POST
def remove(request: HttpRequest, key: str, pk: int) -> HttpResponse:
    """The owner takes somebody out of the group."""
    try:
        member = services.remove_member(by=person_of(request), key=key, member_pk=pk)
        messages.success(request, _("%(name)s has left the group; the matches stay.") % {"name": member.name})
    except DomainError as error:
        if status_of(error) != 404:
            raise
        messages.warning(request, translated(error))
    return redirect("matches:members", key)
