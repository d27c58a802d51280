"""Drafts for programs: everything the pages do, so that a bot over HTTP can host, sit and pick."""

from __future__ import annotations

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import generics, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from accounts.models import token_digest
from accounts.people import keep_person, person_of
from drafts import hosting, services
from drafts.engine.setup import House, Setup, read_flow, read_peoples, read_step8
from drafts.queries import Look, Who, drafts_of, load, look
from drafts.serializers import (
    CreateRequest,
    DraftAnswer,
    DraftLine,
    JoinRequest,
    PickRequest,
    SeatedAnswer,
    SetupAnswer,
    SetupRequest,
)
from drafts.services import Seated
from drafts.who import HEADER, who_of

_TOKEN = OpenApiParameter(
    HEADER, OpenApiTypes.STR, OpenApiParameter.HEADER, description="The secret of a seat, given when it was taken."
)


def _asked(kind: type[Serializer[Any]], request: Request) -> dict[str, Any]:
    serializer = kind(data=request.data)
    serializer.is_valid(raise_exception=True)
    data: dict[str, Any] = serializer.validated_data
    return data


def _setup(data: dict[str, Any]) -> Setup:
    own = data["house"]
    house = House(own["packet"], own["rounds"], own["last_deal"], tuple(own["cards"])) if own else None
    peoples, step8, flow = read_peoples(data["peoples"]), read_step8(data["step8"]), read_flow(data["flow"])
    return Setup(data["players"], peoples, step8, flow, house)


def _draft(seen: Look) -> Response:
    return Response(DraftAnswer(seen).data)


def _seated(seated: Seated, who: Who) -> Response:
    seen = look(load(seated.key), Who(who.person_id, (token_digest(seated.token), *who.digests)))
    body = {"seat": seated.number, "seat_token": seated.token, "draft": seen}
    return Response(SeatedAnswer(body).data, status=status.HTTP_201_CREATED)


class Preflight(generics.GenericAPIView[Any]):
    """What a set-up comes to."""

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
        return Response(SetupAnswer(_setup(_asked(SetupRequest, request))).data)


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
        data = _asked(CreateRequest, request)
        seated = services.create_draft(
            setup=_setup(data),
            host=keep_person(request, data["nickname"]),
            name=data["name"],
            pick_seconds=data["pick_seconds"],
            shrinking=data["shrinking"],
            review_seconds=data["review_seconds"],
            grace_seconds=data["grace_seconds"],
            seating=data["seating"],
        )
        return _seated(seated, who_of(request, seated.key))


class DraftDetail(generics.GenericAPIView[Any]):
    """One draft."""

    serializer_class = DraftAnswer

    @extend_schema(
        operation_id="drafts_retrieve",
        tags=["drafts"],
        summary="A draft as my seat sees it",
        parameters=[_TOKEN],
        responses=DraftAnswer,
    )
    def get(self, request: Request, key: str) -> Response:
        """Public facts for everyone; packet and pool only for the seat whose they are."""
        return _draft(services.visit(key, who_of(request, key)))


class Join(generics.GenericAPIView[Any]):
    """A seat."""

    serializer_class = JoinRequest

    @extend_schema(
        operation_id="drafts_join",
        tags=["drafts"],
        summary="Take a seat",
        parameters=[_TOKEN],
        request=JoinRequest,
        responses={201: SeatedAnswer},
    )
    def post(self, request: Request, key: str) -> Response:
        """Works without an account: then the seat token alone is the seat. Who sits there gets a new token."""
        who, data = who_of(request, key), _asked(JoinRequest, request)
        seated = services.join(key, who=who, person=person_of(request), nickname=data["nickname"])
        return _seated(seated, who)


class Start(generics.GenericAPIView[Any]):
    """The beginning."""

    serializer_class = DraftAnswer

    @extend_schema(
        operation_id="drafts_start",
        tags=["drafts"],
        summary="Begin the draft",
        parameters=[_TOKEN],
        request=None,
        responses=DraftAnswer,
    )
    def post(self, request: Request, key: str) -> Response:
        """Only the host; bots take the empty seats."""
        return _draft(services.start(key, who=who_of(request, key)))


class Picks(generics.GenericAPIView[Any]):
    """Choosing."""

    serializer_class = PickRequest

    @extend_schema(
        operation_id="drafts_pick",
        tags=["drafts"],
        summary="Keep a card",
        parameters=[_TOKEN],
        request=PickRequest,
        responses=DraftAnswer,
    )
    def post(self, request: Request, key: str) -> Response:
        """Saying the same pick again changes nothing; another card of an answered packet is a conflict."""
        data = _asked(PickRequest, request)
        seen = services.pick(
            key, who=who_of(request, key), number_of_round=data["round"], number=data["number"], card=data["card"]
        )
        return _draft(seen)


class Abort(generics.GenericAPIView[Any]):
    """The end before the end."""

    serializer_class = DraftAnswer

    @extend_schema(
        operation_id="drafts_abort",
        tags=["drafts"],
        summary="Call the draft off",
        parameters=[_TOKEN],
        request=None,
        responses=DraftAnswer,
    )
    def post(self, request: Request, key: str) -> Response:
        """Only the host."""
        return _draft(services.abort(key, who=who_of(request, key)))


class Leave(generics.GenericAPIView[Any]):
    """Getting up."""

    serializer_class = DraftAnswer

    @extend_schema(
        operation_id="drafts_leave",
        tags=["drafts"],
        summary="Give up a seat",
        parameters=[_TOKEN],
        request=None,
        responses=DraftAnswer,
    )
    def post(self, request: Request, key: str, number: int) -> Response:
        """One's own, or as the host another's: empty again before the start, played by a bot afterwards."""
        return _draft(hosting.leave(key, who=who_of(request, key), number=number))


class TakeBack(generics.GenericAPIView[Any]):
    """Coming back."""

    serializer_class = DraftAnswer

    @extend_schema(
        operation_id="drafts_take_back",
        tags=["drafts"],
        summary="Play my seat again after a bot has",
        parameters=[_TOKEN],
        request=None,
        responses=DraftAnswer,
    )
    def post(self, request: Request, key: str) -> Response:
        """The cards the bot kept are mine."""
        return _draft(services.take_back(key, who=who_of(request, key)))
