"""Matches and groups for programs: the same services as the pages."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.identity import keep_person, person_of
from common.errors import NotAllowed
from matches.groups import queries as groups_queries
from matches.models import Match, Side
from matches.play import disputes, permissions, queries, services
from matches.play.serializers import (
    GroupDetailSerializer,
    GroupSerializer,
    MatchSerializer,
    NewGroupSerializer,
    NewMatchSerializer,
    ReportSerializer,
    SheetSerializer,
    StandingSerializer,
    SuggestionSerializer,
    report_from,
    sheet_from,
)
from matches.play.services import Player

MATCHES_SHOWN = 50


def answers_of(kind: type[serializers.Serializer[Any]], request: Request) -> dict[str, Any]:
    """What was sent, validated; raises for the fields that cannot be."""
    form = kind(data=request.data)
    form.is_valid(raise_exception=True)
    return dict(form.validated_data)


def match_answer(match: Match, *, code: int = status.HTTP_200_OK) -> Response:
    """A match as it is now."""
    return Response(MatchSerializer(queries.match_view(match.key)).data, status=code)


class Matches(APIView):
    """My matches."""

    @extend_schema(operation_id="matches_list", tags=["matches"], responses=MatchSerializer(many=True))
    def get(self, request: Request) -> Response:
        """The matches you play in or have made, newest first, at most 50."""
        return Response(MatchSerializer(queries.matches_of(person_of(request)), many=True).data)

    @extend_schema(
        operation_id="matches_create", tags=["matches"], request=NewMatchSerializer, responses={201: MatchSerializer}
    )
    def post(self, request: Request) -> Response:
        """A new match between two names, or between two members of a group."""
        answers = answers_of(NewMatchSerializer, request)
        sheet = sheet_from(answers.get("sheet") or SheetSerializer(data={}).run_validation({}))
        if answers.get("group"):
            a, b = answers["members"]
            by_member = person_of(request)
            match = services.create_group_match(by=by_member, group_key=answers["group"], members=(a, b), sheet=sheet)
        else:
            by = keep_person(request)
            sides = zip(answers["players"], Side.values, strict=True)
            one, other = (Player(name, by if side == answers["me"] else None) for name, side in sides)
            match = services.create_match(by=by, players=(one, other), sheet=sheet)
        return match_answer(match, code=status.HTTP_201_CREATED)


class MatchDetail(APIView):
    """One match."""

    @extend_schema(operation_id="matches_read", tags=["matches"], responses=MatchSerializer)
    def get(self, request: Request, key: str) -> Response:
        """The match with its games and crystals; whoever knows the key may look."""
        return Response(MatchSerializer(queries.match_view(key)).data)


class Games(APIView):
    """The games of a match."""

    @extend_schema(
        operation_id="games_create", tags=["matches"], request=ReportSerializer, responses={201: MatchSerializer}
    )
    def post(self, request: Request, key: str) -> Response:
        """Record the next game. 409 when somebody else was faster: read the match and look."""
        answers = answers_of(ReportSerializer, request)
        match = disputes.report_game(
            by=person_of(request),
            key=key,
            version=answers["version"],
            number=answers.get("number"),
            report=report_from(answers),
        )
        return match_answer(match, code=status.HTTP_201_CREATED)


class GameDetail(APIView):
    """One game of a match."""

    @extend_schema(operation_id="games_update", tags=["matches"], request=ReportSerializer, responses=MatchSerializer)
    def put(self, request: Request, key: str, number: int) -> Response:
        """Correct a game; what was reported before is kept."""
        answers = answers_of(ReportSerializer, request)
        match = services.correct_game(
            by=person_of(request), key=key, number=number, version=answers["version"], report=report_from(answers)
        )
        return match_answer(match)


class Groups(APIView):
    """My groups."""

    @extend_schema(operation_id="groups_list", tags=["groups"], responses=GroupSerializer(many=True))
    def get(self, request: Request) -> Response:
        """The groups you own or are a member of."""
        return Response(GroupSerializer(queries.groups_of(person_of(request)), many=True).data)

    @extend_schema(
        operation_id="groups_create",
        tags=["groups"],
        request=NewGroupSerializer,
        responses={201: GroupDetailSerializer},
    )
    def post(self, request: Request) -> Response:
        """A new group with its first members."""
        group = services.create_group(by=keep_person(request), **answers_of(NewGroupSerializer, request))
        return Response(
            GroupDetailSerializer(groups_queries.group_view(group.key)).data, status=status.HTTP_201_CREATED
        )


class GroupDetail(APIView):
    """One group."""

    @extend_schema(operation_id="groups_read", tags=["groups"], responses=GroupDetailSerializer)
    def get(self, request: Request, key: str) -> Response:
        """The group with its members and its newest matches, at most 50."""
        return Response(GroupDetailSerializer(groups_queries.group_view(key, newest=MATCHES_SHOWN)).data)


class Standings(APIView):
    """The table of a group."""

    @extend_schema(operation_id="groups_standings", tags=["groups"], responses=StandingSerializer(many=True))
    def get(self, request: Request, key: str) -> Response:
        """Who stands where and why, from all finished matches: the group's own, those of its events, past ones."""
        return Response(StandingSerializer(groups_queries.group_view(key).standings, many=True).data)


class NextRound(APIView):
    """The next round of a group."""

    @extend_schema(operation_id="groups_next_round", tags=["groups"], responses=SuggestionSerializer)
    def get(self, request: Request, key: str) -> Response:
        """Who should play whom next, of those who are not playing; for those who may start matches of the group."""
        view = groups_queries.group_view(key)
        if not permissions.may_start(person_of(request), view.group, view.members):
            raise NotAllowed(permissions.MEMBERS_ONLY)
        return Response(SuggestionSerializer(groups_queries.next_round(view)).data)
