"""API of groups: list, detail, standings, the next round."""

from typing import Any

from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.identity import get_or_create_person, person_of
from common.api.bodies import body_of, require_tag
from common.api.etags import etag_of
from common.api.operations import operation
from common.api.pagination import page_of
from common.errors import NotAllowed
from matches.groups import moves, services
from matches.groups import queries as groups_queries
from matches.models import NAME_LENGTH, Group
from matches.play import permissions, queries
from matches.play.api_helpers import MAX_MATCHES_SHOWN, match_answer
from matches.play.serializers import MatchSerializer, SentenceField


class NewGroupSerializer(serializers.Serializer[Any]):
    """A new group."""

    name = serializers.CharField(max_length=80)
    me = serializers.CharField(
        max_length=NAME_LENGTH, allow_blank=True, default="", help_text="Your own name in it, if you play."
    )
    members = serializers.ListField(child=serializers.CharField(max_length=NAME_LENGTH), max_length=200, default=list)


class GroupSerializer(serializers.Serializer[Any]):
    """A group in a list."""

    key = serializers.CharField()
    name = serializers.CharField()
    owner = serializers.CharField(source="owner.display_name")
    url = serializers.SerializerMethodField()

    @extend_schema_field(OpenApiTypes.URI_REF)
    def get_url(self, group: Group) -> str:
        """The page of the group."""
        return reverse("matches:group", args=[group.key])


class MemberSerializer(serializers.Serializer[Any]):
    """A member of a group."""

    id = serializers.IntegerField(source="pk")
    name = serializers.CharField()


class GroupDetailSerializer(serializers.Serializer[Any]):
    """A group with its present members and its newest matches."""

    group = GroupSerializer()
    members = MemberSerializer(many=True)
    matches = MatchSerializer(many=True)


class StandingSerializer(serializers.Serializer[Any]):
    """A row of the table and why it stands there."""

    place = serializers.IntegerField(source="row.place")
    shared = serializers.BooleanField(source="row.shared")
    player = serializers.CharField(source="name")
    member = MemberSerializer(allow_null=True, help_text="null for somebody who only plays in events of the group.")
    played = serializers.IntegerField(source="row.played")
    won = serializers.IntegerField(source="row.won")
    drawn = serializers.IntegerField(source="row.drawn")
    lost = serializers.IntegerField(source="row.lost")
    crystals_for = serializers.IntegerField(source="row.crystals_for")
    crystals_against = serializers.IntegerField(source="row.crystals_against")
    difference = serializers.IntegerField(source="row.difference")
    reason = SentenceField(source="why")
    guest = serializers.BooleanField(help_text="Who is no member; guests stand behind all members.")


class PairSerializer(serializers.Serializer[Any]):
    """Two members who should play next."""

    a = MemberSerializer()
    b = MemberSerializer()
    rematch = serializers.BooleanField()


class SuggestionSerializer(serializers.Serializer[Any]):
    """The next round of a group."""

    pairs = PairSerializer(many=True)
    bye = MemberSerializer(allow_null=True)
    busy = MemberSerializer(many=True, help_text="Members who are still playing and therefore not paired.")


class Groups(APIView):
    """Groups: list the caller's and create one."""

    is_of_the_caller = True

    @operation("groups", "groups_list", page=GroupSerializer)
    def get(self, request: Request) -> Response:
        """The groups you own or are a member of."""
        return page_of(request, queries.all_groups_of(person_of(request)), GroupSerializer)

    @operation("groups", "groups_create", request=NewGroupSerializer, created=GroupDetailSerializer)
    def post(self, request: Request) -> Response:
        """A new group with its first members."""
        group = services.create_group(
            by=get_or_create_person(request, making="group"), **body_of(NewGroupSerializer, request)
        )
        return Response(
            GroupDetailSerializer(groups_queries.group_view(group.key)).data, status=status.HTTP_201_CREATED
        )


class GroupDetail(APIView):
    """Group: read and delete."""

    @operation("groups", "groups_read", response=GroupDetailSerializer)
    def get(self, request: Request, key: str) -> Response:
        """The group with its members and its newest matches, at most 50."""
        return Response(_group_detail(key))

    @operation("groups", "groups_delete")
    def delete(self, request: Request, key: str) -> Response:
        """Delete your group with its list of members; one with matches, events or an imported season stays (409)."""
        services.delete_group(
            by=person_of(request), key=key, check=lambda: require_tag(request, etag_of(_group_detail(key)))
        )
        return Response(status=status.HTTP_204_NO_CONTENT)


def _group_detail(key: str) -> Any:
    return GroupDetailSerializer(groups_queries.group_view(key, newest=MAX_MATCHES_SHOWN)).data


class MatchGroupSerializer(serializers.Serializer[Any]):
    """Where a match counts."""

    group = serializers.CharField(max_length=16, allow_blank=True, help_text="Key of a group; empty for none.")


class MatchGroup(APIView):
    """Group in which a match counts: change it."""

    @operation("matches", "match_group_save", request=MatchGroupSerializer, response=MatchSerializer)
    def put(self, request: Request, key: str) -> Response:
        """Let a match count in another group: who runs the one takes it out, a member of the other puts it in.

        409 for a match of an event.
        """
        match = moves.move_match(
            by=person_of(request), key=key, group_key=body_of(MatchGroupSerializer, request)["group"]
        )
        return match_answer(match)


class Standings(APIView):
    """Standings of a group."""

    @operation("groups", "group_standings_list", page=StandingSerializer)
    def get(self, request: Request, key: str) -> Response:
        """The standings with reasons, from all finished matches: the group's own, those of its events, past ones."""
        view = groups_queries.group_view(key)
        return page_of(request, groups_queries.table_of(view.encounters, view.everybody), StandingSerializer)


class NextRound(APIView):
    """Proposed pairings for the next evening of a group."""

    @operation("groups", "groups_next_round", response=SuggestionSerializer)
    def get(self, request: Request, key: str) -> Response:
        """The proposed pairings of those who are not playing; for those who may start matches of the group."""
        view = groups_queries.group_view(key)
        if not permissions.may_start(person_of(request), view.group, view.members):
            raise NotAllowed(permissions.MEMBERS_ONLY)
        return Response(SuggestionSerializer(groups_queries.next_round(view)).data)
