"""API of card counts."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.identity import person_of
from common.api.operations import operation
from common.api.shapes import shape
from drafts.core.archive.card_counts import CardCount
from drafts.core.engine.sharing import Sharing
from drafts.counts.queries import CountsFilter, card_figures

CardFiguresSerializer = shape(
    "CardFiguresSerializer",
    CardCount,
    __doc__="What is known of a card.",
    without="number_sum square_sum back",
    more="mean margin back_percent won_percent low_percent high_percent",
)


class CountedCardsSerializer(serializers.Serializer[Any]):
    """Figures of cards over many drafts, and the number of drafts and picks behind them."""

    drafts = serializers.IntegerField()
    picks = serializers.IntegerField(help_text="By people, without picks made by bots or the clock.")
    cards = CardFiguresSerializer(many=True, source="rows")


class CardCountsDetail(APIView):
    """Card counts: how cards do in the drafts of the site."""

    @operation(
        "drafts",
        "draft_cards_read",
        summary="Get figures of cards over all drafts",
        parameters=[
            OpenApiParameter(
                "sharing",
                OpenApiTypes.STR,
                enum=[way.value for way in Sharing],
                default="packets",
                description="How the cards were shared.",
            ),
            OpenApiParameter("people", OpenApiTypes.STR, description="Only the cards of this people."),
            OpenApiParameter("list", OpenApiTypes.STR, description="Only drafts with the list of this key."),
            OpenApiParameter("since", OpenApiTypes.STR, description="The first month, as `2026-11`."),
            OpenApiParameter("until", OpenApiTypes.STR, description="The last month, as `2026-11`."),
        ],
        response=CountedCardsSerializer,
    )
    def get(self, request: Request) -> Response:
        """Return how early each card is picked, how often it comes back, in how many decks it is and how they do.
        Drafts and decks count in blocks of 5 a card: no card with fewer. Decks count two weeks after their draft.
        """
        chosen = CountsFilter.parse(request.query_params.dict(), person_of(request))
        return Response(CountedCardsSerializer(card_figures(chosen)).data)
