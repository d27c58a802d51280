"""API of a group over time: members, invitation, seasons, head-to-head, strengths."""

from typing import Any

from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.identity import get_or_create_person, person_of
from common.api.bodies import body_of
from common.api.operations import operation
from common.api.pagination import page_of
from common.errors import Missing
from common.links import absolute_url
from common.text import gettext_noop
from matches.core.seasons import Encounter, between, duel_of, played_with, rating_courses, season
from matches.groups import membership, services
from matches.groups.encounters import Span, encounters_of, get_season
from matches.groups.queries import invitation_of, unclaimed
from matches.models import Invitation
from matches.play import permissions
from matches.play.queries import get_group
from matches.seasons.exports import standings_rows, strength_rows
from matches.seasons.serializers import (
    GroupMemberSerializer,
    GroupPlayerSerializer,
    HeadToHeadSerializer,
    InvitationSerializer,
    JoinSerializer,
    NewMemberSerializer,
    OpenInvitationSerializer,
    OwnerSerializer,
    SeasonSerializer,
    SeasonTableSerializer,
    StrengthsSerializer,
)
from matches.seasons.span_params import SPAN, span_asked
from matches.seasons.strength_queries import card_lines, people_lines


def _played(request: Request, key: str) -> tuple[Span, list[Encounter]]:
    group = get_group(key)
    span = span_asked(request, group)
    return span, encounters_of(group, span)


def _named(request: Request, played: list[Encounter], part: str) -> str:
    name = request.query_params.get(part, "")
    if not any(encounter.has(name) for encounter in played):
        raise Missing(gettext_noop("Nobody called “%(name)s” has played here in this time."), {"name": name[:40]})
    return name


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


class Seasons(APIView):
    """Seasons of a group: list and create."""

    @operation("seasons", "group_seasons_list", page=SeasonSerializer)
    def get(self, request: Request, key: str) -> Response:
        """The seasons of a group, newest first."""
        return page_of(request, get_group(key).seasons.all(), SeasonSerializer)

    @operation("seasons", "group_seasons_create", request=SeasonSerializer, created=SeasonSerializer)
    def post(self, request: Request, key: str) -> Response:
        """Name a span of days; for the owner."""
        kept = membership.save_season(by=person_of(request), key=key, **body_of(SeasonSerializer, request))
        return Response(SeasonSerializer(kept).data, status=status.HTTP_201_CREATED)


class SeasonDetail(APIView):
    """Season of a group: read, change and delete."""

    @operation("seasons", "group_seasons_read", response=SeasonSerializer)
    def get(self, request: Request, key: str, season_key: str) -> Response:
        """The name and days of a season."""
        return Response(SeasonSerializer(get_season(get_group(key), season_key)).data)

    @operation("seasons", "group_seasons_update", request=SeasonSerializer, response=SeasonSerializer)
    def put(self, request: Request, key: str, season_key: str) -> Response:
        """Give a season another name or other days, every field named."""
        answers = body_of(SeasonSerializer, request, whole=True)
        kept = membership.save_season(by=person_of(request), key=key, season_key=season_key, **answers)
        return Response(SeasonSerializer(kept).data)

    @operation("seasons", "group_seasons_change", request=SeasonSerializer, response=SeasonSerializer)
    def patch(self, request: Request, key: str, season_key: str) -> Response:
        """Give a season another name or another day; what is not named stays."""
        before = SeasonSerializer(get_season(get_group(key), season_key)).data
        said = {name: before[name] for name in ("name", "first", "last")}
        form = SeasonSerializer(data={**said, **body_of(SeasonSerializer, request, partial=True)})
        form.is_valid(raise_exception=True)
        by = person_of(request)
        kept = membership.save_season(by=by, key=key, season_key=season_key, **form.validated_data)
        return Response(SeasonSerializer(kept).data)

    @operation("seasons", "group_seasons_delete")
    def delete(self, request: Request, key: str, season_key: str) -> Response:
        """Delete a season; what was played stays."""
        membership.delete_season(by=person_of(request), key=key, season_key=season_key)
        return Response(status=status.HTTP_204_NO_CONTENT)


class SeasonTable(APIView):
    """Standings of a season."""

    @operation("seasons", "group_season_table", parameters=SPAN, response=SeasonTableSerializer)
    def get(self, request: Request, key: str) -> Response:
        """The crystal table with reasons, how crystals and ratings moved, and every pair."""
        span, played = _played(request, key)
        counted = season(played)
        courses = [
            {"player": name, "crystals": counted.course.totals[name], "ratings": _ratings(counted.ratings[name])}
            for name in (row.name for row in counted.standings)
        ]
        shown = {
            "season": span.season,
            "matches": len(played),
            "standings": standings_rows(played),
            "days": counted.course.days,
            "courses": courses,
            "duels": counted.duels,
        }
        return Response(SeasonTableSerializer(shown).data)


def _ratings(course: Any) -> list[dict[str, float]]:
    return [{"value": point.value, "uncertainty": point.uncertainty} for point in course]


class HeadToHead(APIView):
    """Head-to-head record of two players."""

    @operation(
        "seasons",
        "group_duel",
        parameters=[*SPAN, *(OpenApiParameter(side, OpenApiTypes.STR, required=True) for side in ("a", "b"))],
        response=HeadToHeadSerializer,
    )
    def get(self, request: Request, key: str) -> Response:
        """Two players against each other: matches, games, crystals, and what they played."""
        _span, played = _played(request, key)
        a, b = (_named(request, played, side) for side in ("a", "b"))
        met = between(a, b, played)
        shown = {
            "duel": duel_of(a, b, met),
            "played_a": played_with(a, met),
            "played_b": played_with(b, met),
            "matches": met,
        }
        return Response(HeadToHeadSerializer(shown).data)


class GroupPlayer(APIView):
    """Player of a group: results and rating."""

    @operation(
        "seasons",
        "group_player",
        parameters=[*SPAN, OpenApiParameter("name", OpenApiTypes.STR, required=True)],
        response=GroupPlayerSerializer,
    )
    def get(self, request: Request, key: str) -> Response:
        """One player: their row, how their rating moved, their opponents, and what they played."""
        _span, played = _played(request, key)
        name = _named(request, played, "name")
        opponents = sorted({encounter.seen_by(name).b for encounter in played if encounter.has(name)})
        shown = {
            "row": next(row for row in standings_rows(played) if row["player"] == name),
            "ratings": _ratings(rating_courses(played)[name]),
            "duels": [duel_of(name, other, played) for other in opponents],
            "played": played_with(name, played),
        }
        return Response(GroupPlayerSerializer(shown).data)


class Strengths(APIView):
    """Strength of peoples and cards in a season."""

    @operation("seasons", "group_strengths", parameters=SPAN, response=StrengthsSerializer)
    def get(self, request: Request, key: str) -> Response:
        """Games, wins and crystals of each, with the interval and a sentence on how little it rests on."""
        _span, played = _played(request, key)
        shown = {
            "matches": len(played),
            "games": sum(len(encounter.bouts) for encounter in played),
            "peoples": strength_rows(people_lines(played)),
            "cards": strength_rows(card_lines(played)),
        }
        return Response(StrengthsSerializer(shown).data)
