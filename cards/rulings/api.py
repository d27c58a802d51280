"""API of rulings, errata and lists."""

from collections.abc import Mapping
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from cards.catalogue.queries import current_catalogues
from cards.core.facts import IconKind
from cards.core.rulings import CardList, Ruling, RulingsFound, Trust
from cards.core.rulings.facts import EDITIONS, Erratum, ListEntry, Reading
from cards.games import GAMES
from cards.rulings.params import PARAMETERS, read_ruling_query
from cards.rulings.presenters import translated_erratum, translated_rule_reading, translated_ruling
from cards.rulings.queries import answer_ruling_query, current_rulings_book
from common.api.fields import CountField, PageField
from common.api.operations import operation
from common.api.pagination import page_of
from common.api.shapes import cached_by_fields, shape
from common.errors import Invalid, Missing
from common.text import gettext_noop

_OF_RULING: Mapping[str, Any] = {
    "__doc__": "A question and its answer. One of low trust is kept to say that it is wrong: show its note with it.",
    "url": PageField("cards:ruling", "slug"),
}
# The question identifies rulings that exist in several languages.
RulingSerializer = shape("RulingSerializer", Ruling, **_OF_RULING, to_representation=cached_by_fields("id", "question"))
ReadingSerializer = shape("ReadingSerializer", Reading, without="game")
RulingDetailSerializer = shape("RulingDetailSerializer", Ruling, **_OF_RULING, read=ReadingSerializer(many=True))
ErratumSerializer = shape("ErratumSerializer", Erratum)
_CARD_LIST_SHAPE: Mapping[str, Any] = {
    "__doc__": "One version of a list of restricted or banned cards.",
    "issued": serializers.DateField(allow_null=True),
    "size": CountField(source="entries"),
}
CardListSerializer = shape("CardListSerializer", CardList, without="entries", **_CARD_LIST_SHAPE)
ListEntrySerializer = shape("ListEntrySerializer", ListEntry, without="version")
CardListDetailSerializer = shape(
    "CardListDetailSerializer", CardList, **_CARD_LIST_SHAPE, entries=ListEntrySerializer(many=True)
)
_CHOICES = {
    "game": list(GAMES),
    "icon": [kind.value for kind in IconKind],
    "edition": list(EDITIONS),
    "trust": [trust.value for trust in Trust],
}
_PARAMETER_HELP = {
    "q": "Words or card names. Rulings with all of them come first, then some with only a few.",
    "card": "A card it names: code, slug or name.",
    "with": "A second card. Rulings that name both come first, then those that name either.",
    "topic": "The slug of a topic.",
}


def _openapi_parameters(*wanted: str) -> list[OpenApiParameter]:
    return [
        OpenApiParameter(name, OpenApiTypes.STR, enum=_CHOICES.get(name), description=_PARAMETER_HELP.get(name, ""))
        for name in wanted
    ]


def _search_rulings(request: Request, *wanted: str) -> RulingsFound:
    """Search by the request’s parameters. Scripts get an error for invalid ones, never other results."""
    book, cards = current_rulings_book(), current_catalogues()
    values = {name: request.query_params.get(name, "") for name in wanted}
    query, problems = read_ruling_query(values, book, cards)
    if problems:
        raise Invalid(gettext_noop("Some parameters could not be read."), details=problems)
    return answer_ruling_query(query, book, cards)


class RulingList(APIView):
    """List of rulings: search."""

    @operation(
        "rulings",
        "rulings_list",
        summary="Find rulings",
        parameters=[*_openapi_parameters(*PARAMETERS)],
        page=RulingSerializer,
    )
    def get(self, request: Request) -> Response:
        """Return the rulings that meet every condition, best first, then some that match only a few of the words, in
        pages.
        """
        rulings = _search_rulings(request, *PARAMETERS)
        return page_of(request, (*rulings.rulings, *rulings.near), RulingSerializer, translated_ruling)


class RulingDetail(APIView):
    """Ruling: read one by its id."""

    @operation("rulings", "rulings_read", summary="Get a ruling", response=RulingDetailSerializer)
    def get(self, request: Request, ruling: str) -> Response:
        """Return the ruling with this id."""
        entry = current_rulings_book().by_slug.get(ruling.lower())
        if entry is None:
            raise Missing(gettext_noop("There’s no ruling %(id)s."), {"id": ruling[:40]})
        taken = [translated_rule_reading(reading) for reading in current_rulings_book().readings_of(entry)]
        data = RulingSerializer(translated_ruling(entry)).data
        return Response({**data, "read": ReadingSerializer(taken, many=True).data})


class ErratumList(APIView):
    """List of errata: all, or by words and cards."""

    @operation(
        "rulings",
        "errata_list",
        summary="Find errata",
        parameters=[*_openapi_parameters("q", "game", "card")],
        page=ErratumSerializer,
    )
    def get(self, request: Request) -> Response:
        """Return the errata, or only those for the cards and words you name, in pages."""
        errata = _search_rulings(request, "q", "game", "card").errata
        if not (request.query_params.get("q", "").strip() or request.query_params.get("card", "").strip()):
            wanted = request.query_params.get("game", "")
            errata = tuple(erratum for erratum in current_rulings_book().errata if wanted in ("", erratum.game))
        return page_of(request, errata, ErratumSerializer, translated_erratum)


class RestrictedListList(APIView):
    """List of the lists of restricted and banned cards."""

    @operation("rulings", "lists_list", summary="List restricted and banned lists", page=CardListSerializer)
    def get(self, request: Request) -> Response:
        """Return every version of every list, in pages."""
        return page_of(request, current_rulings_book().lists, CardListSerializer)


class RestrictedListDetail(APIView):
    """List of restricted or banned cards: read one by its version."""

    @operation("rulings", "lists_read", summary="Get a restricted or banned list", response=CardListDetailSerializer)
    def get(self, request: Request, version: str) -> Response:
        """Return the list with this version and its entries."""
        listed = next((card_list for card_list in current_rulings_book().lists if card_list.version == version), None)
        if listed is None:
            raise Missing(gettext_noop("There’s no list %(version)s."), {"version": version[:40]})
        return Response(CardListDetailSerializer(listed).data)
