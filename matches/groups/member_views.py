"""Views of a group’s members: list, page of a member, invitation, joining, leaving, handing over."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.identity import get_or_create_person, own_name_of, person_of, set_guest_nickname
from common.error_responses import errors_as_messages, status_of_error
from common.errors import DomainError, Missing
from common.form_refusals import errors_added_to, form_error, status_of_forms
from common.i18n import translated
from common.links import absolute_url
from common.text import parse_whole_number
from matches.core.names import is_same, similar_names
from matches.groups import people, services
from matches.groups.encounters import NO_MEMBER, resolve_merged_member
from matches.groups.forms import GroupDescriptionForm, HandOverForm, JoinGroupForm, MemberForm, MergeMembersForm
from matches.groups.queries import Role, invitation_of, role_in_group
from matches.models import Group
from matches.play.permissions import may_organise_group, require_group_organiser
from matches.play.queries import group_by_key

PAGE_SIZE, MAX_LOG_ENTRIES, MAX_GUESTS_LISTED = 100, 20, 500
# If more names are free, the join form only offers names like the typed name.
MAX_NAMES_TO_CHOOSE = 40


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def members_page(request: HttpRequest, key: str) -> HttpResponse:
    """List present and former members; a POST adds a name."""
    group = group_by_key(key)
    form = MemberForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        with errors_added_to(form):
            data = {"name": form.cleaned_data["name"], "is_new": request.POST.get("new") == "1"}
            member = services.add_member(by=person_of(request), key=key, **data)
            messages.success(request, _("%(name)s is now in the group.") % {"name": member.name})
            return redirect("matches:members", key)
    return _members_response(request, group, form=form)


@never_cache
@require_safe
def member_page(request: HttpRequest, key: str, pk: int) -> HttpResponse:
    return _member_response(request, key, pk)


@require_POST
def rename_member_view(request: HttpRequest, key: str, pk: int) -> HttpResponse:
    form = MemberForm(request.POST)
    if form.is_valid():
        with errors_added_to(form):
            member = people.rename_member(by=person_of(request), key=key, member_pk=pk, name=form.cleaned_data["name"])
            messages.success(request, _("The name is now %(name)s everywhere.") % {"name": member.name})
            return redirect("matches:member", key, member.pk)
    return _member_response(request, key, pk, rename=form)


@require_POST
def merge_members_view(request: HttpRequest, key: str, pk: int) -> HttpResponse:
    members = group_by_key(key).members.filter(merged_into=None)
    form = MergeMembersForm(request.POST, members=members.exclude(pk=pk))
    if form.is_valid():
        leaver = members.filter(pk=pk).first()
        with errors_added_to(form):
            member = people.merge_members(
                by=person_of(request), key=key, member_pk=pk, into_pk=form.cleaned_data["into"]
            )
            text = _("%(gone)s and %(name)s are now one person. If that was wrong, split them again here.")
            messages.success(request, text % {"gone": leaver.name if leaver else "", "name": member.name})
            return redirect("matches:member", key, member.pk)
    return _member_response(request, key, pk, merge=form)


@require_POST
def split_member_view(request: HttpRequest, key: str, pk: int) -> HttpResponse:
    """Undo a merge; `pk` is the primary key of the merged member."""
    member = people.split_member(by=person_of(request), key=key, member_pk=pk)
    messages.success(request, _("%(name)s is a separate person again.") % {"name": member.name})
    return redirect("matches:member", key, member.pk)


def _member_response(
    request: HttpRequest, key: str, pk: int, *, rename: MemberForm | None = None, merge: MergeMembersForm | None = None
) -> HttpResponse:
    group = group_by_key(key)
    require_group_organiser(person_of(request), group)
    members = list(group.members.select_related("person__user"))
    member = next((row for row in members if row.pk == pk), None)
    if member is None or member.merged_into_id is not None:
        raise Missing(NO_MEMBER)
    rename = rename or MemberForm(initial={"name": member.name})
    merge = merge or MergeMembersForm(members=[row for row in members if row.merged_into_id is None and row.pk != pk])
    known = {row.pk: row for row in members}
    context = {
        "group": group,
        "here": "members",
        "member": member,
        "role": role_in_group(group, member).value,
        "is_owner": True,
        "is_the_owner": group.owner == person_of(request),
        "rename": rename,
        "merge": merge,
        "other_names": [row for row in members if row.pk != pk and resolve_merged_member(row, known) == member],
        "keeps_invitation": member.person_id is None or invitation_of(group) is None,
    }
    return render(request, "matches/groups/member.html", context, status=status_of_forms(rename, merge))


@require_POST
def restore_members_view(request: HttpRequest, key: str) -> HttpResponse:
    """Make members of former members and guests."""
    pks = [number for text in request.POST.getlist("member") if (number := parse_whole_number(text))]
    members = people.restore_members(by=person_of(request), key=key, member_pks=pks)
    names = ", ".join(member.name for member in members)
    messages.success(request, _("Added to the group: %(names)s.") % {"names": names})
    return redirect("matches:members", key)


def _members_response(
    request: HttpRequest,
    group: Group,
    *,
    form: MemberForm | None = None,
    over: HandOverForm | None = None,
    club: GroupDescriptionForm | None = None,
) -> HttpResponse:
    person = person_of(request)
    everybody = [row for row in group.members.select_related("person__user") if row.merged_into_id is None]
    is_owner = may_organise_group(person, group)
    invitation = invitation_of(group) if is_owner else None
    rows = [(member, role_in_group(group, member)) for member in everybody]
    present = [row for row in rows if row[0].left is None]
    heirs = [member for member, role in rows if role is Role.MEMBER]
    form = form or MemberForm()
    over = over or HandOverForm(members=heirs)
    club = club or GroupDescriptionForm(instance=group)
    refusal = form_error(form)
    context = {
        "group": group,
        "here": "members",
        "page": Paginator(present, PAGE_SIZE).get_page(request.GET.get("page")),
        "gone": [member for member, role in rows if role is Role.LEFT],
        "guests": [member for member, role in rows if role is Role.GUEST][:MAX_GUESTS_LISTED],
        "log_entries": group.log_entries.select_related("by__user")[:MAX_LOG_ENTRIES] if is_owner else [],
        "present": len(present),
        "is_owner": is_owner,
        "mine": next(
            (member for member in everybody if person and member.person_id == person.pk and member.left is None), None
        ),
        "owner_plays": any(person.person_id == group.owner_id for person in everybody),
        "invitation": invitation,
        "link": absolute_url(request, reverse("matches:group_join", args=[invitation.key])) if invitation else "",
        "form": form,
        "near": [name for detail in refusal.details for name in detail.suggestions] if refusal else [],
        "over": over,
        "heirs": heirs,
        "is_the_owner": person is not None and person.pk == group.owner_id,
        "club": club,
    }
    return render(request, "matches/groups/members.html", context, status=status_of_forms(form, over, club))


@require_POST
def change_group_description_view(request: HttpRequest, key: str) -> HttpResponse:
    group, form = group_by_key(key), GroupDescriptionForm(request.POST)
    if form.is_valid():
        with errors_added_to(form, now=lambda: GroupDescriptionForm(instance=group_by_key(key))):
            services.change_group_description(by=person_of(request), key=key, **form.cleaned_data)
            messages.success(request, _("Saved."))
            return redirect("matches:members", key)
    return _members_response(request, group, club=form)


@require_POST
def change_invitation_view(request: HttpRequest, key: str) -> HttpResponse:
    """Create a new invitation link, or withdraw it."""
    if request.POST.get("do") == "withdraw":
        services.withdraw_invitation(by=person_of(request), key=key)
        messages.success(request, _("Invitation withdrawn. Its link no longer works."))
    else:
        services.create_invitation(by=person_of(request), key=key)
        messages.success(request, _("This is the new invitation link. Any earlier link no longer works."))
    return redirect("matches:members", key)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join_group_page(request: HttpRequest, invite_key: str) -> HttpResponse:
    group = services.invitation_by_key(invite_key).group
    person, typed_name = person_of(request), request.POST.get("name", "")
    own_member = group.members.filter(person=person).first() if person else None
    free_members = services.claimable_members(group.members.all())
    similar = similar_names(typed_name, [member.name for member in free_members]) if typed_name else ()
    chosen_members = [row for row in free_members if not row.guest] if len(free_members) <= MAX_NAMES_TO_CHOOSE else []
    chosen_members += [
        row
        for row in free_members
        if row not in chosen_members and (row.name in similar or is_same(row.name, typed_name))
    ]
    form = JoinGroupForm(
        request.POST if request.method == "POST" else None,
        free=chosen_members,
        initial={"name": own_name_of(request), "member": ""},
    )
    if form.is_valid():
        data = form.cleaned_data
        with errors_added_to(form):
            by = get_or_create_person(request)
            joined = services.join_group(
                by=by, invite_key=invite_key, member_pk=data["member"], name=data["name"], is_new=data["new"]
            )
            set_guest_nickname(by, joined.name)
            messages.success(request, _("Welcome, %(name)s.") % {"name": joined.name})
            return redirect("matches:group", group.key)
    context = {
        "group": group,
        "form": form,
        "free": chosen_members,
        "mine": own_member,
        "near": similar if form_error(form) else (),
    }
    return render(request, "matches/groups/join.html", context, status=status_of_forms(form))


@require_POST
def leave_group_view(request: HttpRequest, key: str) -> HttpResponse:
    try:
        group = services.leave_group(by=person_of(request), key=key)
        messages.success(request, _("You’ve left %(group)s. Your results stay.") % {"group": group.name})
    except DomainError as error:
        messages.warning(request, translated(error))
        page = _members_response(request, group_by_key(key))
        page.status_code = status_of_error(error)
        return page
    return redirect("matches:group", key)


@require_POST
def hand_over_group_view(request: HttpRequest, key: str) -> HttpResponse:
    group = group_by_key(key)
    heirs = [member for member in group.members.select_related("person") if role_in_group(group, member) is Role.MEMBER]
    form = HandOverForm(request.POST, members=heirs)
    if form.is_valid():
        with errors_added_to(form):
            member = form.cleaned_data["member"]
            group = services.hand_over_group(by=person_of(request), key=key, member_pk=member)
            messages.success(request, _("%(name)s now owns the group.") % {"name": group.owner.display_name})
            return redirect("matches:members", key)
    else:
        services.locked_group_of_owner(person_of(request), key)
    return _members_response(request, group, over=form)


@require_POST
def remove_member_view(request: HttpRequest, key: str, pk: int) -> HttpResponse:
    with errors_as_messages(request, Missing, show=messages.warning):
        member = services.remove_member(by=person_of(request), key=key, member_pk=pk)
        messages.success(request, _("%(name)s has left the group. Their matches stay.") % {"name": member.name})
    return redirect("matches:members", key)


@require_POST
def set_organiser_view(request: HttpRequest, key: str, pk: int) -> HttpResponse:
    organises = request.POST.get("organises") == "1"
    member = people.set_member_organises(by=person_of(request), key=key, member_pk=pk, organises=organises)
    message = _("%(name)s now organises the group.") if organises else _("%(name)s no longer organises the group.")
    messages.success(request, message % {"name": member.name})
    return redirect("matches:members", key)
