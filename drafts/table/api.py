"""API of drafts: everything the pages do, so that a bot over HTTP can host, sit and pick."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import generics
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.identity import get_or_create_person, person_of
from common.api.bodies import body_of
from drafts.table import services
from drafts.table.api_common import TOKEN, draft_answer, seated_answer, setup_asked
from drafts.table.host import services as host_services
from drafts.table.identity import who_of
from drafts.table.queries import drafts_of
from drafts.table.serializers import (
    CreateRequest,
    DraftAnswer,
    DraftLine,
    JoinRequest,
    PickRequest,
    SeatedAnswer,
    SetupAnswer,
    SetupRequest,
)


class Preflight(generics.GenericAPIView[Any]):
    """What a set-up comes to."""

    keeps_nothing = True

    serializer_class = SetupRequest

    @extend_schema(
        operation_id="drafts_preflight",
        tags=["drafts"],
        summary="The figures of a set-up",
        request=SetupRequest,
        responses=SetupAnswer,
    )
    def post(self, request: Request) -> Response:
        """Pool, rounds, last deal, cards kept and discarded; 400 with the rule for a set-up that cannot be."""
        return Response(SetupAnswer(setup_asked(body_of(SetupRequest, request))).data)


class Drafts(generics.GenericAPIView[Any]):
    """My drafts."""

    serializer_class = DraftLine

    @extend_schema(
        operation_id="drafts_list",
        tags=["drafts"],
        summary="The drafts I host or sit at",
        responses=DraftLine(many=True),
    )
    def get(self, request: Request) -> Response:
        """The latest first."""
        page = self.paginate_queryset(drafts_of(person_of(request)))
        return self.get_paginated_response(DraftLine(page, many=True).data)

    @extend_schema(
        operation_id="drafts_create",
        tags=["drafts"],
        summary="Open a table",
        request=CreateRequest,
        responses={201: SeatedAnswer},
    )
    def post(self, request: Request) -> Response:
        """Open a table and sit down at it as its host."""
        data = body_of(CreateRequest, request)
        seated = services.create_draft(
            setup=setup_asked(data),
            host=get_or_create_person(request, data["nickname"], making="draft"),
            name=data["name"],
            pick_seconds=data["pick_seconds"],
            shrinking=data["shrinking"],
            review_seconds=data["review_seconds"],
            quiet_hours=data["quiet_hours"],
            grace_seconds=data["grace_seconds"],
            seating=data["seating"],
            company=data["company"],
            log_rule=data["log_rule"],
        )
        return seated_answer(seated, who_of(request, seated.key))


class DraftDetail(generics.GenericAPIView[Any]):
    """One draft."""

    serializer_class = DraftAnswer

    @extend_schema(
        operation_id="drafts_retrieve",
        tags=["drafts"],
        summary="A draft as my seat sees it",
        parameters=[TOKEN],
        responses=DraftAnswer,
    )
    def get(self, request: Request, key: str) -> Response:
        """Public facts for everyone; packet and pool only for the seat whose they are."""
        return draft_answer(services.visit(key, who_of(request, key)))


class Join(generics.GenericAPIView[Any]):
    """A seat."""

    serializer_class = JoinRequest

    @extend_schema(
        operation_id="drafts_join",
        tags=["drafts"],
        summary="Take a seat",
        parameters=[TOKEN],
        request=JoinRequest,
        responses={201: SeatedAnswer},
    )
    def post(self, request: Request, key: str) -> Response:
        """Works without an account: then the seat token alone is the seat. Who sits there gets a new token."""
        who, data = who_of(request, key), body_of(JoinRequest, request)
        seated = services.join(key, who=who, person=person_of(request), nickname=data["nickname"])
        return seated_answer(seated, who)


class Start(generics.GenericAPIView[Any]):
    """The beginning."""

    serializer_class = DraftAnswer

    @extend_schema(
        operation_id="drafts_start",
        tags=["drafts"],
        summary="Begin the draft",
        parameters=[TOKEN],
        request=None,
        responses=DraftAnswer,
    )
    def post(self, request: Request, key: str) -> Response:
        """Only the host; bots take the empty seats."""
        return draft_answer(services.start(key, who=who_of(request, key)))


class Picks(generics.GenericAPIView[Any]):
    """Choosing."""

    serializer_class = PickRequest

    @extend_schema(
        operation_id="drafts_pick",
        tags=["drafts"],
        summary="Keep a card",
        parameters=[TOKEN],
        request=PickRequest,
        responses=DraftAnswer,
    )
    def post(self, request: Request, key: str) -> Response:
        """Saying the same pick again changes nothing; another card of an answered packet is a conflict."""
        data = body_of(PickRequest, request)
        seen = services.pick(
            key,
            who=who_of(request, key),
            number_of_round=data["round"],
            number=data["number"],
            card=data["card"],
            instead=data["instead"],
        )
        return draft_answer(seen)


class Abort(generics.GenericAPIView[Any]):
    """The end before the end."""

    serializer_class = DraftAnswer

    @extend_schema(
        operation_id="drafts_abort",
        tags=["drafts"],
        summary="Call the draft off",
        parameters=[TOKEN],
        request=None,
        responses=DraftAnswer,
    )
    def post(self, request: Request, key: str) -> Response:
        """Only the host."""
        return draft_answer(services.abort(key, who=who_of(request, key)))


class Leave(generics.GenericAPIView[Any]):
    """Getting up."""

    serializer_class = DraftAnswer

    @extend_schema(
        operation_id="drafts_leave",
        tags=["drafts"],
        summary="Give up a seat",
        parameters=[TOKEN],
        request=None,
        responses=DraftAnswer,
    )
    def post(self, request: Request, key: str, number: int) -> Response:
        """One's own, or as the host another's: empty again before the start, played by a bot afterwards."""
        return draft_answer(host_services.leave(key, who=who_of(request, key), number=number))


class TakeBack(generics.GenericAPIView[Any]):
    """Coming back."""

    serializer_class = DraftAnswer

    @extend_schema(
        operation_id="drafts_take_back",
        tags=["drafts"],
        summary="Play my seat again after a bot has",
        parameters=[TOKEN],
        request=None,
        responses=DraftAnswer,
    )
    def post(self, request: Request, key: str) -> Response:
        """The cards the bot kept are mine."""
        return draft_answer(services.take_back(key, who=who_of(request, key)))
