"""The catalogue for programs."""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import generics, serializers
from rest_framework.request import Request
from rest_framework.response import Response

from cards.facts import CardFacts, Catalogue
from cards.queries import catalogue
from cards.search import PARAMETERS, SORTS, read_query, search
from common.errors import Detail, Invalid
from common.http import translated
from common.text import gettext_noop


class IconSerializer(serializers.Serializer[Any]):
    """An icon and its kind."""

    kind = serializers.CharField(help_text="SHIELD, STOP, RETRIEVE, FREE, PAIR, GANG, PROTECTED, BLUFF or REPLACE.")
    detail = serializers.CharField(allow_blank=True, help_text="fire or earth, or the colour of a gang; else empty.")


class CardSerializer(serializers.Serializer[Any]):
    """Everything known of a card. What is not known, or what a card does not have, is null or empty."""

    code = serializers.CharField()
    slug = serializers.CharField()
    name = serializers.CharField(allow_blank=True)
    name_de = serializers.CharField(allow_blank=True)
    title = serializers.CharField(allow_blank=True)
    people = serializers.CharField()
    number = serializers.CharField(allow_blank=True)
    type = serializers.CharField(allow_blank=True)
    fire = serializers.IntegerField(allow_null=True)
    earth = serializers.IntegerField(allow_null=True)
    icons = IconSerializer(many=True)
    moons = serializers.IntegerField(allow_null=True)
    deck = serializers.CharField(allow_blank=True)
    family = serializers.CharField(allow_blank=True)
    capacity = serializers.IntegerField(allow_null=True)
    extra_cards = serializers.IntegerField(allow_null=True)
    extra_moons = serializers.IntegerField(allow_null=True)
    aliases = serializers.ListField(child=serializers.CharField())
    timing = serializers.CharField(allow_blank=True)
    summary = serializers.CharField(allow_blank=True, help_text="The power in our own words.")
    notes = serializers.CharField(allow_blank=True)
    # DRF has an attribute of that name, with another meaning, on every field.
    source = serializers.CharField(allow_blank=True)  # type: ignore[assignment]
    slot = serializers.CharField(allow_blank=True, help_text="The gap of the catalogue that it is or fills.")
    known = serializers.BooleanField(help_text="False for a card that is only known to exist.")
    complete = serializers.BooleanField(help_text="Whether every fact is known that a deck's verdict needs.")
    unknown = serializers.ListField(child=serializers.CharField(), help_text="The facts wanted for that.")
    url = serializers.SerializerMethodField()

    @extend_schema_field(OpenApiTypes.URI_REF)
    def get_url(self, card: CardFacts) -> str:
        """The page of the card."""
        return reverse("cards:card", args=[card.slug])


_MANY = {"people", "type", "icon", "timing", "deck", "family"}
_HELP = {
    "q": "Words that must all occur in name, German name, other names, code or summary.",
    "known": "yes: only cards that somebody has seen; no: only gaps.",
    "sort": f"One of {', '.join(SORTS)}.",
}


def _parameter(name: str) -> OpenApiParameter:
    if name.endswith(("_min", "_max")):
        return OpenApiParameter(name, OpenApiTypes.INT)
    help_text = _HELP.get(name, "May be given several times; one of them is enough.")
    return OpenApiParameter(name, OpenApiTypes.STR, description=help_text, many=name in _MANY)


def _cards_of(request: Request, cards: Catalogue) -> tuple[CardFacts, ...]:
    """What the parameters find. A program is told what it got wrong instead of getting something else."""
    reading = read_query(dict(request.query_params.lists()))
    if reading.problems:
        details = tuple(
            Detail(translated(one), field=one.field, suggestions=one.suggestions) for one in reading.problems
        )
        raise Invalid(gettext_noop("Some parameters could not be read."), details=details)
    return search(reading.query, cards).cards


class CardList(generics.GenericAPIView[Any]):
    """Find cards."""

    serializer_class = CardSerializer

    @extend_schema(
        operation_id="cards_list",
        tags=["cards"],
        summary="Find cards",
        parameters=[_parameter(name) for name in PARAMETERS],
        responses=CardSerializer(many=True),
    )
    def get(self, request: Request) -> Response:
        """The cards that meet every condition, in pages."""
        page = self.paginate_queryset(_cards_of(request, catalogue()))
        return self.get_paginated_response(CardSerializer(page or [], many=True).data)


class CardDetail(generics.GenericAPIView[Any]):
    """One card."""

    serializer_class = CardSerializer
    pagination_class = None

    @extend_schema(operation_id="cards_retrieve", tags=["cards"], summary="One card", responses=CardSerializer)
    def get(self, request: Request, card: str) -> Response:
        """The card with this code ("Vulca 03"), slug ("vulca-03") or name; 404 with the nearest names."""
        cards = catalogue()
        return Response(CardSerializer(cards.by_slug.get(card) or cards.find(card)).data)
