"""Serializers of groups."""

from typing import Any

from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from matches.models import NAME_LENGTH, Group
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
