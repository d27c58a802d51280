"""API of the members of a group: list, add and remove, leave, hand over, invite and join."""

from typing import Any

from django.db import transaction
from django.urls import reverse
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.identity import get_or_create_person, person_of, set_guest_nickname
from common.api.bodies import valid_body
from common.api.operations import operation
from common.api.pagination import page_of
from common.api.shapes import fields
from common.errors import Missing
from common.links import absolute_url
from matches.groups import people, services
from matches.groups.encounters import NO_MEMBER
from matches.groups.queries import Role, invitation_of, role_in_group
from matches.models import NAME_LENGTH, Invitation, Member
from matches.play import permissions
from matches.play.queries import group_by_key


class GroupMemberSerializer(serializers.Serializer[Any]):
    """Somebody who is or was in a group."""

    id = serializers.IntegerField(source="pk")
    name = serializers.CharField()
    organiser = serializers.BooleanField(help_text="Whether they are an organiser of the group.")
    role = serializers.SerializerMethodField(
        help_text="`owner`, `member`, `name` (no one has joined under it) or `left`."
    )
    guest = serializers.BooleanField(help_text="Whether this is a guest who has played here; their role is `left`.")
    joined = serializers.DateTimeField()
    left = serializers.DateTimeField(allow_null=True)

    @extend_schema_field(serializers.ChoiceField(choices=[role.value for role in Role if role is not Role.GUEST]))
    def get_role(self, member: Member) -> str:
        """Return the role in the group; a guest has none."""
        role = role_in_group(member.group, member)
        return (Role.LEFT if role is Role.GUEST else role).value


class NewMemberSerializer(serializers.Serializer[Any]):
    """A name to take into a group."""

    name = serializers.CharField(max_length=NAME_LENGTH)
    new = serializers.BooleanField(default=False, write_only=True)


class MemberChangeSerializer(serializers.Serializer[Any]):
    """What is changed of a member."""

    name = serializers.CharField(max_length=NAME_LENGTH, required=False)
    organiser = serializers.BooleanField(required=False, help_text="Only for members who have joined.")


MemberMergeSerializer = fields(
    "MemberMergeSerializer", "Whose other name this is.", into=serializers.IntegerField(min_value=1)
)


class DeedSerializer(serializers.Serializer[Any]):
    """Entry of the log of a group."""

    at = serializers.DateTimeField()
    by = serializers.CharField(source="by.display_name", default=None, allow_null=True)
    kind = serializers.CharField(
        help_text="`renamed`, `merged`, `split`, `removed` or `restored`. There can be more later."
    )
    name = serializers.CharField(source="about.name")
    before = serializers.CharField(
        source="about.before", default=None, allow_null=True, help_text="The old name, if the member was renamed."
    )
    other = serializers.CharField(
        source="about.into", default=None, allow_null=True, help_text="The member it was merged into or split from."
    )


class InvitationSerializer(serializers.Serializer[Any]):
    """The link to join by; both are empty while there is none."""

    key = serializers.CharField(allow_null=True)
    url = serializers.CharField(allow_null=True, help_text="The invitation link.")


class JoinSerializer(serializers.Serializer[Any]):
    """Request to join a group: a name in the group that nobody has joined as, or a new one."""

    member = serializers.IntegerField(required=False, min_value=1)
    name = serializers.CharField(required=False, max_length=NAME_LENGTH, default="", allow_blank=True)
    new = serializers.BooleanField(
        default=False, help_text="Set this to join under a new name although it is similar to a free one."
    )


class OpenInvitationSerializer(serializers.Serializer[Any]):
    """Group behind an invitation."""

    group = serializers.CharField(help_text="The key of the group.")
    name = serializers.CharField()
    free = NewMemberSerializer(many=True, help_text="Names you can join as.")


OwnerSerializer = fields("OwnerSerializer", "The next owner.", member=serializers.IntegerField(min_value=1))


class GroupMembers(APIView):
    """Members of a group: list and add."""

    @operation("groups", "group_members_list", page=GroupMemberSerializer)
    def get(self, request: Request, key: str) -> Response:
        """Return all current and former members with their roles."""
        members = group_by_key(key).members.filter(merged_into=None).select_related("group", "person__user")
        return page_of(request, members, GroupMemberSerializer)

    @operation("groups", "group_members_create", request=NewMemberSerializer, created=GroupMemberSerializer)
    def post(self, request: Request, key: str) -> Response:
        """Add a member by name, and return the member. A name similar to an existing one is refused with suggestions,
        unless you set `new`. Owner and organisers only.
        """
        data = valid_body(NewMemberSerializer, request)
        member = services.add_member(by=person_of(request), key=key, name=data["name"], is_new=data["new"])
        return Response(GroupMemberSerializer(member).data, status=status.HTTP_201_CREATED)


class MemberDetail(APIView):
    """Member of a group: change and remove one."""

    @operation("groups", "group_members_change", request=MemberChangeSerializer, response=GroupMemberSerializer)
    @transaction.atomic
    def patch(self, request: Request, key: str, pk: int) -> Response:
        """Rename a member, or change whether they are an organiser, and return the member. A new name appears in
        matches, seasons and ratings, too. Owner and organisers only; only the owner can appoint organisers.
        """
        data = valid_body(MemberChangeSerializer, request, answer=GroupMemberSerializer)
        group, by = group_by_key(key), person_of(request)
        permissions.require_group_organiser(by, group)
        member = group.members.filter(pk=pk).first()
        if member is None:
            raise Missing(NO_MEMBER)
        if data.get("name", member.name) != member.name:
            member = people.rename_member(by=by, key=key, member_pk=pk, name=data["name"])
        if data.get("organiser", member.organiser) != member.organiser:
            member = people.set_member_organises(by=by, key=key, member_pk=pk, organises=data["organiser"])
        return Response(GroupMemberSerializer(member).data)

    @operation("groups", "group_members_delete")
    def delete(self, request: Request, key: str, pk: int) -> None:
        """Remove a member from the group. Their matches stay. Owner and organisers only."""
        services.remove_member(by=person_of(request), key=key, member_pk=pk)


class MergeMember(APIView):
    """Members who are one person: merge and split."""

    @operation("groups", "group_members_merge", request=MemberMergeSerializer, response=GroupMemberSerializer)
    def post(self, request: Request, key: str, pk: int) -> Response:
        """Merge this member into another, who gets all the matches, and is returned. Owner and organisers only."""
        into = valid_body(MemberMergeSerializer, request)["into"]
        member = people.merge_members(by=person_of(request), key=key, member_pk=pk, into_pk=into)
        return Response(GroupMemberSerializer(member).data)

    @operation("groups", "group_members_split", response=GroupMemberSerializer)
    def delete(self, request: Request, key: str, pk: int) -> Response:
        """Undo a merge: this name becomes a separate member again, with its matches. Owner and organisers only."""
        member = people.split_member(by=person_of(request), key=key, member_pk=pk)
        return Response(GroupMemberSerializer(member).data)


class RestoreMember(APIView):
    """Member who has left, or guest: take in."""

    @operation("groups", "group_members_restore", response=GroupMemberSerializer)
    def post(self, request: Request, key: str, pk: int) -> Response:
        """Restore a former member, or make a guest a member, and return the member. Owner and organisers only."""
        (member,) = people.restore_members(by=person_of(request), key=key, member_pks=[pk])
        member.refresh_from_db()
        return Response(GroupMemberSerializer(member).data)


class GroupLog(APIView):
    """Log of a group: what was done with its members and seasons."""

    @operation("groups", "group_log_list", page=DeedSerializer)
    def get(self, request: Request, key: str) -> Response:
        """Return the activity log, newest first. Owner and organisers only."""
        group = group_by_key(key)
        permissions.require_group_organiser(person_of(request), group)
        return page_of(request, group.log_entries.select_related("by__user"), DeedSerializer)


class LeaveGroup(APIView):
    """Leave a group."""

    @operation("groups", "groups_leave")
    def post(self, request: Request, key: str) -> None:
        """Leave the group. An owner has to transfer it first."""
        services.leave_group(by=person_of(request), key=key)


class GroupOwner(APIView):
    """Hand a group over to another owner."""

    @operation("groups", "groups_hand_over", request=OwnerSerializer)
    def put(self, request: Request, key: str) -> None:
        """Make another member the owner. They must have joined."""
        member = valid_body(OwnerSerializer, request)["member"]
        services.hand_over_group(by=person_of(request), key=key, member_pk=member)


class GroupInvitation(APIView):
    """Invitation link of a group: read, make a new one, withdraw."""

    @operation("groups", "group_invitations_read", response=InvitationSerializer)
    def get(self, request: Request, key: str) -> Response:
        """Return the invitation link. Owner and organisers only."""
        group = group_by_key(key)
        permissions.require_group_organiser(person_of(request), group)
        return _invitation_response(request, invitation_of(group))

    @operation("groups", "group_invitations_renew", created=InvitationSerializer)
    def post(self, request: Request, key: str) -> Response:
        """Create a new invitation link and return it. The old one stops working."""
        invitation = services.create_invitation(by=person_of(request), key=key)
        return _invitation_response(request, invitation, code=status.HTTP_201_CREATED)

    @operation("groups", "group_invitations_withdraw")
    def delete(self, request: Request, key: str) -> None:
        """Turn off the invitation link."""
        services.withdraw_invitation(by=person_of(request), key=key)


def _invitation_response(
    request: Request, invitation: Invitation | None, *, code: int = status.HTTP_200_OK
) -> Response:
    url = absolute_url(request, reverse("matches:group_join", args=[invitation.key])) if invitation else None
    return Response(InvitationSerializer({"key": invitation.key if invitation else None, "url": url}).data, status=code)


class JoinGroup(APIView):
    """Join a group by its invitation link."""

    @operation("groups", "open_invitations_read", response=OpenInvitationSerializer)
    def get(self, request: Request, invite_key: str) -> Response:
        """Return the group of an invitation, and the names you can join as."""
        group = services.invitation_by_key(invite_key).group
        data = {"group": group.key, "name": group.name, "free": group.members.filter(person=None, left=None)}
        return Response(OpenInvitationSerializer(data).data)

    @operation("groups", "open_invitations_accept", request=JoinSerializer, created=GroupMemberSerializer)
    def post(self, request: Request, invite_key: str) -> Response:
        """Join the group under a free name or a new one, and return the member."""
        answers = valid_body(JoinSerializer, request)
        services.invitation_by_key(invite_key)
        by = get_or_create_person(request)
        pk, name = answers.get("member"), answers["name"]
        member = services.join_group(by=by, invite_key=invite_key, member_pk=pk, name=name, is_new=answers["new"])
        set_guest_nickname(by, member.name)
        return Response(GroupMemberSerializer(member).data, status=status.HTTP_201_CREATED)
