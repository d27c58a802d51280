"""Decks for programs: judge without keeping, keep, change against a version."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import generics, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.identity import keep_person, person_of
from cards.catalogue.queries import catalogue
from decks.deck import services
from decks.deck.contents_reader import read_contents
from decks.deck.judging import verdict_on
from decks.deck.queries import deck_by, decks_of, pool_by
from decks.deck.serializers import (
    ContentsSerializer,
    DeckChangeSerializer,
    DeckInputSerializer,
    DeckSerializer,
    PoolSerializer,
    ReportSerializer,
    report_data,
)
from decks.models import Deck


def _deck_response(row: Deck, *, code: int = status.HTTP_200_OK) -> Response:
    fresh = deck_by(row.key, row.owner)
    return Response(DeckSerializer(fresh, context={"catalogue": catalogue()}).data, status=code)


class DeckCheck(APIView):
    """The verdict on a deck that is not kept."""

    @extend_schema(tags=["decks"], operation_id="deck_check", request=ContentsSerializer, responses=ReportSerializer)
    def post(self, request: Request) -> Response:
        """Judge a deck. Needs no account; nothing is kept."""
        body = ContentsSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        contents = read_contents(body.validated_data, person_of(request))
        return Response(report_data(verdict_on(contents.deck)))


class Decks(generics.ListAPIView[Deck]):
    """The decks of the person who asks."""

    serializer_class = DeckSerializer

    def get_queryset(self) -> Any:
        """One's own."""
        return decks_of(person_of(self.request))

    def get_serializer_context(self) -> dict[str, Any]:
        """With the catalogue, read once."""
        return {**super().get_serializer_context(), "catalogue": catalogue()}

    @extend_schema(tags=["decks"], operation_id="deck_list")
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """My decks, the latest first."""
        return super().get(request, *args, **kwargs)

    @extend_schema(
        tags=["decks"], operation_id="deck_create", request=DeckInputSerializer, responses={201: DeckSerializer}
    )
    def post(self, request: Request) -> Response:
        """Keep a deck, legal or not. A browser session or a token says whose it is."""
        body = DeckInputSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        contents = read_contents(body.validated_data, person_of(request))
        row = services.create_deck(owner=keep_person(request), contents=contents)
        return _deck_response(row, code=status.HTTP_201_CREATED)


class DeckDetail(APIView):
    """One deck."""

    @extend_schema(tags=["decks"], operation_id="deck_read", responses=DeckSerializer)
    def get(self, request: Request, key: str) -> Response:
        """A deck and its verdict, for everybody who has the key."""
        row = deck_by(key, person_of(request))
        return Response(DeckSerializer(row, context={"catalogue": catalogue()}).data)

    @extend_schema(tags=["decks"], operation_id="deck_save", request=DeckChangeSerializer, responses=DeckSerializer)
    def put(self, request: Request, key: str) -> Response:
        """Write a deck again. Answers 409 where somebody else saved since `version`; nothing is written then."""
        body = DeckChangeSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        said = body.validated_data
        version = said["version"]
        row = services.save_deck(
            key=key, person=person_of(request), version=version, contents=read_contents(said, person_of(request))
        )
        return _deck_response(row)

    @extend_schema(tags=["decks"], operation_id="deck_delete", responses={204: None})
    def delete(self, request: Request, key: str) -> Response:
        """Delete a deck for good."""
        services.delete_deck(key=key, person=person_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class PoolDetail(APIView):
    """One pool."""

    @extend_schema(tags=["decks"], operation_id="pool_read", responses=PoolSerializer)
    def get(self, request: Request, key: str) -> Response:
        """The cards somebody has drafted, for themself alone."""
        return Response(PoolSerializer(pool_by(key, person_of(request))).data)
