"""API of groups: list, detail, standings, the next round."""

from typing import Any

from django.db import transaction
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.identity import get_or_create_person, person_of
from common.api.bodies import require_etag, valid_body
from common.api.etags import etag_of
from common.api.fields import PageField, SentenceField
from common.api.list_filters import NEW, OLD, ListFilters
from common.api.model_serializers import SettingsSerializer
from common.api.operations import operation
from common.api.pagination import page_of
from common.api.shapes import fields, shape
from common.errors import NotAllowed
from drafts.archive.serializers import PickStatisticsSerializer
from drafts.table.api_common import TOKEN_PARAMETER
from drafts.table.identity import visitor_of
from drafts.table.serializers import DraftLineSerializer
from matches.core.names import is_same
from matches.core.standings import StandingRow
from matches.groups import queries as groups_queries
from matches.groups import services
from matches.groups.draft_evening import ensure_draft_group
from matches.models import CLUB_FIELDS, NAME_LENGTH, Group
from matches.play import permissions, queries
from matches.play.core_values import settings_from_data
from matches.play.serializers import MatchSerializer, NameField, SheetSerializer, match_response

MAX_MATCHES_SHOWN = 50


class GroupChangeSerializer(SettingsSerializer):
    """What a group says of itself, and the fingerprint of what was read."""

    fingerprint = serializers.CharField(max_length=64, required=False)

    class Meta:
        model = Group
        fields = CLUB_FIELDS


class NewGroupSerializer(GroupChangeSerializer):
    """A new group."""

    name = serializers.CharField(max_length=80)
    me = serializers.CharField(max_length=NAME_LENGTH, allow_blank=True, default="")
    members = serializers.ListField(child=NameField(max_length=NAME_LENGTH), max_length=200, default=list)


class GroupSerializer(GroupChangeSerializer):
    """A group in a list."""

    key = serializers.CharField()
    name = serializers.CharField()
    owner = serializers.CharField(source="owner.display_name")
    url = PageField("matches:group")


MemberSerializer = fields(
    "MemberSerializer", "A member of a group.", id=serializers.IntegerField(source="pk"), name=serializers.CharField()
)


class GroupDetailSerializer(GroupSerializer):
    """A group with its present members and its newest matches."""

    members = MemberSerializer(many=True)
    matches = MatchSerializer(many=True)

    def to_representation(self, view: Any) -> dict[str, Any]:
        """Return the fields of a loaded group."""
        rows = {name: self.fields[name].to_representation(getattr(view, name)) for name in ("members", "matches")}
        return {**GroupSerializer(view.group).data, **rows}


GuestMatchSerializer = fields(
    "GuestMatchSerializer",
    "A new match of a member with a guest.",
    member=serializers.IntegerField(min_value=1, help_text="The member, who plays as `a`."),
    guest=serializers.CharField(max_length=NAME_LENGTH, help_text="The name of the guest, who plays as `b`."),
    sheet=SheetSerializer(required=False),
)
GroupDraftSerializer = fields(
    "GroupDraftSerializer", "A draft to put to the group.", draft=serializers.CharField(max_length=16)
)
EveningSerializer = fields(
    "EveningSerializer", "Where the matches after a draft count.", club=serializers.BooleanField(default=False)
)
StandingSerializer = shape(
    "StandingSerializer",
    StandingRow,
    __doc__="A row of the table and why it stands there.",
    of="row",
    more="played difference",
    without="points byes values why",
    player=serializers.CharField(source="name"),
    member=MemberSerializer(allow_null=True, help_text="Null for someone who only plays in the group’s events."),
    reason=SentenceField(source="why"),
    guest=serializers.BooleanField(help_text="Whether the player is a guest. Guests are listed after all members."),
)


PairSerializer = shape("PairSerializer", groups_queries.SuggestedPair, a=MemberSerializer(), b=MemberSerializer())
SuggestionSerializer = shape(
    "SuggestionSerializer",
    groups_queries.SuggestedRound,
    pairs=PairSerializer(many=True),
    bye=MemberSerializer(allow_null=True),
    busy=MemberSerializer(many=True, help_text="Members who are still playing and so are not paired."),
)


_FILTERS = ListFilters(
    text=("name", "place"), names=("members__name",), orders={"new": NEW, "old": OLD, "name": ("name", "pk")}
)


class Groups(APIView):
    """Groups: list the caller's and create one."""

    is_of_the_caller = True

    @operation("groups", "groups_list", parameters=_FILTERS.parameters(), page=GroupSerializer)
    def get(self, request: Request) -> Response:
        """Return the groups you own or belong to."""
        return page_of(request, _FILTERS.apply(request, queries.all_groups_of(person_of(request))), GroupSerializer)

    @operation("groups", "groups_create", request=NewGroupSerializer, created=GroupDetailSerializer)
    def post(self, request: Request) -> Response:
        """Create a group with its first members, and return it."""
        data = valid_body(NewGroupSerializer, request, answer=GroupDetailSerializer)
        by, about = get_or_create_person(request, making="group"), {name: data[name] for name in CLUB_FIELDS}
        with transaction.atomic():
            others = [name for name in data["members"] if not is_same(name, data["me"])]
            group = services.create_group(by=by, name=data["name"], me=data["me"], members=others)
            services.change_group_description(by=by, key=group.key, **about)
        return Response(_group_response_data(group.key), status=status.HTTP_201_CREATED)


class GroupDetail(APIView):
    """Group: read, change what it says of itself, and delete."""

    @operation("groups", "groups_read", response=GroupDetailSerializer)
    def get(self, request: Request, key: str) -> Response:
        """Return the group with its members and its latest matches, up to 50."""
        return Response(_group_response_data(key))

    @operation("groups", "groups_save", request=GroupChangeSerializer, response=GroupDetailSerializer)
    def put(self, request: Request, key: str) -> Response:
        """Replace the group's description, meeting place and listing, and return the group. Owner and organisers
        only.
        """
        return self._save_change(request, key, whole=True)

    @operation("groups", "groups_change", request=GroupChangeSerializer, response=GroupDetailSerializer)
    def patch(self, request: Request, key: str) -> Response:
        """Change the details you name, and return the group. Owner and organisers only."""
        return self._save_change(request, key)

    def _save_change(self, request: Request, key: str, *, whole: bool = False) -> Response:
        group = queries.group_by_key(key)
        data = valid_body(GroupChangeSerializer, request, answer=GroupDetailSerializer, whole=whole, partial=not whole)
        about = {name: data.get(name, getattr(group, name)) for name in CLUB_FIELDS}
        seen = data.get("fingerprint", None if whole else group.fingerprint)
        services.change_group_description(by=person_of(request), key=key, seen=seen, **about)
        return Response(_group_response_data(key))

    @operation("groups", "groups_delete")
    def delete(self, request: Request, key: str) -> None:
        """Delete your group with its members. 409 if it has matches, events or an imported season."""
        services.delete_group(
            by=person_of(request), key=key, check=lambda: require_etag(request, etag_of(_group_response_data(key)))
        )


class GuestMatches(APIView):
    """Matches of members of a group with guests: create one."""

    @operation("groups", "group_matches_create", request=GuestMatchSerializer, created=MatchSerializer)
    def post(self, request: Request, key: str) -> Response:
        """Create a match between a member and a guest, and return it. For two members, use `matches_create`."""
        data = valid_body(GuestMatchSerializer, request, answer=MatchSerializer)
        sheet = settings_from_data(data.get("sheet") or SheetSerializer(data={}).run_validation({}))
        match = services.create_match_with_guest(
            by=person_of(request), group_key=key, member=data["member"], guest=data["guest"], sheet=sheet
        )
        return match_response(match, code=status.HTTP_201_CREATED)


class GroupDrafts(APIView):
    """Drafts of a group: list, and add one."""

    @operation("groups", "group_drafts_list", page=DraftLineSerializer)
    def get(self, request: Request, key: str) -> Response:
        """Return the drafts of the group and of its events, newest first."""
        drafts = groups_queries.drafts_of_group(queries.group_by_key(key)).select_related("host__user")
        return page_of(request, drafts, DraftLineSerializer)

    @operation("groups", "group_drafts_create", request=GroupDraftSerializer, created=DraftLineSerializer)
    def post(self, request: Request, key: str) -> Response:
        """Add a draft to the group and return it. Only for members who hosted it or played in it."""
        draft = valid_body(GroupDraftSerializer, request)["draft"]
        added = services.add_draft_to_group(by=person_of(request), key=key, draft_key=draft)
        return Response(DraftLineSerializer(added.draft).data, status=status.HTTP_201_CREATED)


class GroupPickStatistics(APIView):
    """Pick statistics of a group."""

    @operation("groups", "groups_picks", response=PickStatisticsSerializer)
    def get(self, request: Request, key: str) -> Response:
        """Return when cards were picked in drafts between members, where everyone can read the picks. Members only."""
        return Response(
            PickStatisticsSerializer(
                groups_queries.group_pick_statistics(queries.group_by_key(key), person_of(request))
            ).data
        )


class DraftEvening(APIView):
    """Evening after a draft: the group of those who drafted together."""

    @operation(
        "groups", "groups_meet", parameters=[TOKEN_PARAMETER], request=EveningSerializer, response=GroupDetailSerializer
    )
    def post(self, request: Request, key: str) -> Response:
        """Return the group of everyone in this draft, to play matches in. The first request creates it."""
        to_club = valid_body(EveningSerializer, request)["club"]
        group = ensure_draft_group(
            by=person_of(request), visitor=visitor_of(request, key), draft_key=key, to_club=to_club
        )
        return Response(_group_response_data(group.key))


def _group_response_data(key: str) -> Any:
    return GroupDetailSerializer(groups_queries.load_group(key, newest=MAX_MATCHES_SHOWN)).data


class MatchGroupSerializer(serializers.Serializer[Any]):
    """Where a match counts."""

    group = serializers.CharField(max_length=16, allow_blank=True, help_text="The key of a group; empty for none.")


class MatchGroup(APIView):
    """Group in which a match counts: change it."""

    @operation("matches", "match_group_save", request=MatchGroupSerializer, response=MatchSerializer)
    def put(self, request: Request, key: str) -> Response:
        """Move a match to another group, and return it. You must run the old group and be a member of the new one.
        409 for a match of an event.
        """
        match = services.move_match(
            by=person_of(request), key=key, group_key=valid_body(MatchGroupSerializer, request)["group"]
        )
        return match_response(match)


class GroupStandings(APIView):
    """Standings of a group."""

    @operation("groups", "group_standings_list", page=StandingSerializer)
    def get(self, request: Request, key: str) -> Response:
        """Return the standings with reasons, from all finished matches: the group's own, those of its events, and
        imported ones.
        """
        loaded = groups_queries.load_group(key)
        return page_of(request, groups_queries.standings_lines(loaded.encounters, loaded.everybody), StandingSerializer)


class SuggestedPairings(APIView):
    """Proposed pairings for the next evening of a group."""

    @operation("groups", "groups_next_round", response=SuggestionSerializer)
    def get(self, request: Request, key: str) -> Response:
        """Return suggested pairings of members who are not playing now. Only for those who can start matches in the
        group.
        """
        loaded = groups_queries.load_group(key)
        if not permissions.may_start_match(person_of(request), loaded.group, loaded.members):
            raise NotAllowed(permissions.MEMBERS_ONLY)
        return Response(SuggestionSerializer(groups_queries.suggest_next_round(loaded)).data)
