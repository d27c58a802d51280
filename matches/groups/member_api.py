"""API of the members of a group: list, add and remove, leave, hand over, invite and join."""

from typing import Any

from django.urls import reverse
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.identity import get_or_create_person, person_of
from common.api.bodies import body_of
from common.api.operations import operation
from common.api.pagination import page_of
from common.links import absolute_url
from matches.groups import membership, services
from matches.groups.queries import Role, invitation_of, role_of, unclaimed
from matches.models import NAME_LENGTH, Invitation, Member
from matches.play import permissions
from matches.play.queries import get_group


class GroupMemberSerializer(serializers.Serializer[Any]):
    """Somebody who is or was in a group."""

    id = serializers.IntegerField(source="pk")
    name = serializers.CharField()
    role = serializers.SerializerMethodField(help_text="owner, member, name (nobody has joined as this), left")
    joined = serializers.DateTimeField()
    left = serializers.DateTimeField(allow_null=True)

    @extend_schema_field(serializers.ChoiceField(choices=[role.value for role in Role]))
    def get_role(self, member: Member) -> str:
        """The role of the caller in the group."""
        return role_of(member.group, member).value


class NewMemberSerializer(serializers.Serializer[Any]):
    """A name to take into a group."""

    name = serializers.CharField(max_length=NAME_LENGTH)


class InvitationSerializer(serializers.Serializer[Any]):
    """The link to join by; both are empty while there is none."""

    key = serializers.CharField(allow_null=True)
    url = serializers.CharField(allow_null=True, help_text="The page to join at.")


class JoinSerializer(serializers.Serializer[Any]):
    """Request to join a group: a name in the group that nobody has joined as, or a new one."""

    member = serializers.IntegerField(required=False, min_value=1)
    name = serializers.CharField(required=False, max_length=NAME_LENGTH, default="", allow_blank=True)


class OpenInvitationSerializer(serializers.Serializer[Any]):
    """Group behind an invitation."""

    group = serializers.CharField(help_text="Key of the group.")
    name = serializers.CharField()
    free = NewMemberSerializer(many=True, help_text="Names nobody has joined as.")


class OwnerSerializer(serializers.Serializer[Any]):
    """The next owner."""

    member = serializers.IntegerField(min_value=1, help_text="Id of a member who has joined.")


class Members(APIView):
    """Members of a group: list and add."""

    @operation("groups", "group_members_list", page=GroupMemberSerializer)
    def get(self, request: Request, key: str) -> Response:
        """Everybody who is or was in the group, with the role."""
        rows = get_group(key).members.select_related("group", "person__user")
        return page_of(request, rows, GroupMemberSerializer)

    @operation("groups", "group_members_add", request=NewMemberSerializer, created=GroupMemberSerializer)
    def post(self, request: Request, key: str) -> Response:
        """Take a name into the group; for its owner."""
        name = body_of(NewMemberSerializer, request)["name"]
        member = services.add_member(by=person_of(request), key=key, name=name)
        return Response(GroupMemberSerializer(member).data, status=status.HTTP_201_CREATED)


class MemberDetail(APIView):
    """Member of a group: remove one."""

    @operation("groups", "group_members_remove")
    def delete(self, request: Request, key: str, pk: int) -> Response:
        """Take somebody out of the group; the matches stay. For the owner."""
        services.remove_member(by=person_of(request), key=key, member_pk=pk)
        return Response(status=status.HTTP_204_NO_CONTENT)


class Leave(APIView):
    """Leave a group."""

    @operation("groups", "group_leave")
    def post(self, request: Request, key: str) -> Response:
        """Leave the group; an owner hands it over first."""
        membership.leave(by=person_of(request), key=key)
        return Response(status=status.HTTP_204_NO_CONTENT)


class Owner(APIView):
    """Hand a group over to another owner."""

    @operation("groups", "group_hand_over", request=OwnerSerializer)
    def put(self, request: Request, key: str) -> Response:
        """Hand the group over to somebody who has joined."""
        member = body_of(OwnerSerializer, request)["member"]
        membership.hand_over(by=person_of(request), key=key, member_pk=member)
        return Response(status=status.HTTP_204_NO_CONTENT)


class GroupInvitation(APIView):
    """Invitation link of a group: read, make a new one, withdraw."""

    @operation("groups", "group_invitation_read", response=InvitationSerializer)
    def get(self, request: Request, key: str) -> Response:
        """The open invitation, for the owner."""
        group = get_group(key)
        permissions.require_owner(person_of(request), group)
        return _invitation(request, invitation_of(group))

    @operation("groups", "group_invitation_renew", created=InvitationSerializer)
    def post(self, request: Request, key: str) -> Response:
        """A new link; the one before it opens nothing any more."""
        made = membership.invite(by=person_of(request), key=key)
        return _invitation(request, made, code=status.HTTP_201_CREATED)

    @operation("groups", "group_invitation_withdraw")
    def delete(self, request: Request, key: str) -> Response:
        """Nobody joins by link any more."""
        membership.withdraw_invitation(by=person_of(request), key=key)
        return Response(status=status.HTTP_204_NO_CONTENT)


def _invitation(request: Request, made: Invitation | None, *, code: int = status.HTTP_200_OK) -> Response:
    url = absolute_url(request, reverse("matches:group_join", args=[made.key])) if made else None
    return Response(InvitationSerializer({"key": made.key if made else None, "url": url}).data, status=code)


class Join(APIView):
    """Join a group by its invitation link."""

    @operation("groups", "group_join_read", response=OpenInvitationSerializer)
    def get(self, request: Request, invite_key: str) -> Response:
        """Which group it is, and the names nobody has joined as."""
        group = membership.get_invitation(invite_key).group
        shown = {"group": group.key, "name": group.name, "free": unclaimed(group.members.all())}
        return Response(OpenInvitationSerializer(shown).data)

    @operation("groups", "group_join", request=JoinSerializer, created=GroupMemberSerializer)
    def post(self, request: Request, invite_key: str) -> Response:
        """Join under a free name of the group, or a new one."""
        answers = body_of(JoinSerializer, request)
        membership.get_invitation(invite_key)
        by = get_or_create_person(request, answers["name"])
        member = membership.join(by=by, invite_key=invite_key, member_pk=answers.get("member"), name=answers["name"])
        return Response(GroupMemberSerializer(member).data, status=status.HTTP_201_CREATED)
