"""API of the catalogue: cards, search, peoples, sets."""

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from functools import lru_cache
from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema_field
from rest_framework import serializers
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from cards.catalogue.queries import card_by_slug, catalogue, catalogue_version, current_catalogues
from cards.core.facts import CardFacts
from cards.core.search import (
    BLUE_MOON,
    RANGE_ENDS,
    TABLES,
    ParsedQuery,
    explain,
    format_query,
    join_search,
    parameters_of,
    parse_query,
    query_of_params,
    similar_names,
)
from cards.pictures.addresses import picture_url
from cards.record_registry import record_of_card
from cards.record_serializers import SPAN, RecordSerializer, date_span_from_request
from cards.search.queries import CardSearchResult, find_cards, owned_copies_for
from common.api.fields import PageField
from common.api.operations import operation
from common.api.pagination import page_of
from common.api.shapes import cached_by_fields, shape
from common.errors import Detail, Invalid
from common.i18n import translated
from common.text import gettext_noop

# Maximum codes in one request, and unknown ones that get suggestions.
MAX_CODES_PER_CALL = 500
MAX_UNKNOWN_CODES_NAMED = 10


class IconSerializer(serializers.Serializer[Any]):
    """An icon and its kind."""

    kind = serializers.CharField(help_text="SHIELD, STOP, RETRIEVE, FREE, PAIR, GANG, PROTECTED, BLUFF or REPLACE.")
    detail = serializers.CharField(
        allow_blank=True, help_text="`fire` or `earth`, or the colour of a gang; empty otherwise."
    )


class PicturesSerializer(serializers.Serializer[Any]):
    """Pictures of a card, drawn by the site from its facts; other sites may show them."""

    svg = serializers.CharField(help_text="The drawing only. Its URL changes with the drawing.")
    png = serializers.CharField(help_text="The card with its text, 409 by 572 pixels.")
    wide = serializers.CharField(help_text="The preview picture for links, 1200 by 630 pixels.")


@extend_schema_field(PicturesSerializer)
class _PictureUrlsField(serializers.Field[Any, Any, Any, Any]):
    """The URLs of a card’s pictures."""

    def to_representation(self, card: CardFacts) -> dict[str, str]:
        """Return all of them."""
        face, wide = (reverse(f"cards:{name}_picture", args=[card.slug]) for name in ("face", "link"))
        return {"svg": picture_url(card), "png": face, "wide": wide}


CardSerializer = shape(
    "CardSerializer",
    CardFacts,
    __doc__="Everything known of a card. What is not known, or what a card does not have, is null or empty.",
    more="slug known complete unknown",
    game=serializers.CharField(),
    people=serializers.CharField(),
    type=serializers.CharField(),
    timing=serializers.CharField(),
    attributes=serializers.DictField(),
    icons=IconSerializer(many=True),
    url=PageField("cards:card", "slug"),
    pictures=_PictureUrlsField(source="*", read_only=True),
    to_representation=cached_by_fields("game", "code"),
)


class ProblemSerializer(serializers.Serializer[Any]):
    """A part of a query that could not be used; the rest was."""

    message = serializers.CharField()
    column = serializers.IntegerField(help_text="Its position, from 1.")
    length = serializers.IntegerField(help_text="Its length in characters.")
    suggestions = serializers.ListField(child=serializers.CharField(), help_text="Possible replacements.")


class MendedSerializer(serializers.Serializer[Any]):
    """A word that no card has, and what was searched for instead."""

    word = serializers.CharField()
    near = serializers.ListField(child=serializers.CharField())


class QuerySerializer(serializers.Serializer[Any]):
    """A query as it was understood."""

    text = serializers.CharField(allow_blank=True, help_text="The query as sent.")
    normal = serializers.CharField(allow_blank=True, help_text="The query in its standard form.")
    explanation = serializers.CharField(help_text="What the query asks for, in words.")
    game = serializers.CharField()
    problems = ProblemSerializer(many=True)
    mended = MendedSerializer(many=True)
    suggestions = serializers.ListField(child=serializers.CharField())


class FoundCardsSerializer(serializers.Serializer[Any]):
    """A page of the cards found, and how the query was understood."""

    query = QuerySerializer()
    count = serializers.IntegerField()
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)
    results = CardSerializer(many=True)


class AllCardsSerializer(serializers.Serializer[Any]):
    """Every card of a game."""

    game = serializers.CharField()
    version = serializers.IntegerField(help_text="Rises with every change of the catalogue.")
    count = serializers.IntegerField()
    cards = CardSerializer(many=True)


_PARAMETER_DESCRIPTIONS = {
    "q": "A query as on the search page, such as people:vulca fire>=5. /cards/help/ lists its keys.",
    "known": "yes: only cards that have been seen; no: only gaps.",
    "codes": "Only the cards with these codes, separated by commas, in this order: Vulca 01,Hoax 03. At most 500.",
    "sort": f"One of {', '.join(BLUE_MOON.orders)}; best by default.",
}


def _query_parameter(name: str) -> OpenApiParameter:
    key, _line, end = name.partition("_")
    condition = f"{key}{RANGE_ENDS[end]}" if end else f"{key}:"
    text = _PARAMETER_DESCRIPTIONS.get(name) or f"{BLUE_MOON[key].about} As `{condition}` in `q`."
    return OpenApiParameter(name, OpenApiTypes.STR, description=text, many=name in BLUE_MOON.panel)


def _parsed_query(request: Request) -> ParsedQuery:
    """Return the parsed query of a request; other parameters add conditions. Raises `Invalid` if it has errors."""
    query = dict(request.query_params.lists())
    if faults := tuple(_parameter_problems(query)):
        raise Invalid(gettext_noop("Some parameters could not be read."), details=faults)
    return parse_query(join_search(" ".join(query.get("q", ())), query_of_params(query)))


def _parameter_problems(query: Mapping[str, list[str]]) -> Iterator[Detail]:
    """Yield what could not be read of each parameter; for `q` with its position."""
    for name, values in query.items():
        alone = {parameter: query[parameter] for parameter in ("game", name) if parameter in query}
        for problem in parse_query(" ".join(values) if name == "q" else query_of_params(alone)).problems:
            column = problem.column if name == "q" else None
            yield Detail(problem.template, name, None, column, problem.suggestions, params=problem.params)


def _cards_by_codes(request: Request) -> list[CardFacts] | None:
    """Return the cards in `codes`, in its order, each once; None without it. Raises `Invalid` for unknown ones."""
    wanted = request.query_params.getlist("codes")
    if not wanted:
        return None
    named = [code.strip() for code in ",".join(wanted).split(",") if code.strip()]
    codes = list(dict.fromkeys(named))
    if len(named) > MAX_CODES_PER_CALL:
        raise Invalid(
            gettext_noop("You can request at most %(most)d codes at once."), {"most": MAX_CODES_PER_CALL}, field="codes"
        )
    known = {card.code.casefold(): card for cards in current_catalogues().values() for card in cards.cards}
    unknown = [code for code in codes if code.casefold() not in known]
    if unknown:
        template = gettext_noop("No card has the code “%(code)s”.")
        details = []
        for code in unknown[:MAX_UNKNOWN_CODES_NAMED]:
            similar_codes = tuple(known[key].code for key in get_close_matches(code.casefold()[:40], known, n=3))
            details.append(Detail(template, "codes", suggestions=similar_codes, params={"code": code[:40]}))
        raise Invalid(template, {"code": unknown[0][:40]}, details=tuple(details))
    return [known[code.casefold()] for code in codes]


def _query_data(text: str, reading: ParsedQuery, answer: CardSearchResult, total: int) -> dict[str, Any]:
    problems = [
        {
            "message": translated(problem),
            "column": problem.column,
            "length": problem.end - problem.start,
            "suggestions": list(problem.suggestions),
        }
        for problem in answer.problems
    ]
    return {
        "text": text,
        "normal": format_query(reading.query),
        "explanation": explain(reading.query, reading.table, _),
        "game": reading.table.game,
        "problems": problems,
        "mended": [{"word": word, "near": list(near)} for word, near in answer.mended.items()],
        "suggestions": [] if total else list(similar_names(reading.query, answer.index)),
    }


class CardList(APIView):
    """List of cards: search by query or by codes."""

    @operation(
        "cards",
        "cards_list",
        summary="Find cards",
        parameters=[_query_parameter(name) for name in ("q", "codes", *parameters_of(BLUE_MOON))]
        + [OpenApiParameter("page", OpenApiTypes.INT), OpenApiParameter("page_size", OpenApiTypes.INT)],
        response=FoundCardsSerializer,
        filters=False,
    )
    def get(self, request: Request) -> Response:
        """Return the cards that match a query, or those named in `codes`, in pages. 400 for a query that could not be
        read.
        """
        reading = _parsed_query(request)
        answer, cards = find_cards(reading, owned_copies_for(request, reading)), _cards_by_codes(request)
        if cards is not None:
            codes_found = set(answer.cards)
            cards = [card for card in cards if card in codes_found] if reading.text else cards
        page = page_of(request, answer.cards if cards is None else cards, CardSerializer)
        query = _query_data(reading.text, reading, answer, page.data["count"])
        page.data = {"query": query, **page.data}
        return page


class AllCards(APIView):
    """Whole catalogue in one answer."""

    @operation(
        "cards",
        "cards_all",
        summary="Get all cards",
        parameters=[OpenApiParameter("game", OpenApiTypes.STR, enum=list(TABLES), default=BLUE_MOON.game)],
        responses={200: AllCardsSerializer, 304: None},
    )
    def get(self, request: Request) -> HttpResponse:
        """Return every card of a game. Send the `ETag` back as `If-None-Match`: while nothing has changed, the
        response is an empty 304.
        """
        game = request.query_params.get("game", BLUE_MOON.game).lower()
        number, digest = catalogue_version(game)
        etag = f'"{game}-{number}-{digest[:16]}"'
        answer: HttpResponse = Response(status=304)
        known = {tag.strip().removeprefix("W/") for tag in request.headers.get("If-None-Match", "").split(",")}
        if etag not in known:
            answer = HttpResponse(_all_cards_json(game, number, digest), content_type="application/json")
        answer["ETag"] = etag
        answer["Cache-Control"] = "public, no-cache"
        return answer


@lru_cache(maxsize=len(TABLES))
def _all_cards_json(game: str, number: int, digest: str) -> bytes:
    """Return the bytes of the response, cached as long as the catalogue stays the same (its number and digest)."""
    cards = catalogue(game)
    data = CardSerializer(cards.cards, many=True).data
    rendered: bytes = JSONRenderer().render({"game": game, "version": number, "count": len(cards), "cards": data})
    return rendered


def _card_by_name(text: str) -> CardFacts:
    """Return the card with a name, in any game; raises `Missing` with the nearest names."""
    exact = (cards.lookup(text) for cards in current_catalogues().values())
    matching = next((cards for cards in exact if len(cards) == 1), None)
    return matching[0] if matching else catalogue().find_card(text)


class CardDetail(APIView):
    """Card: read one by its code."""

    @operation("cards", "cards_read", summary="Get a card", response=CardSerializer)
    def get(self, request: Request, card: str) -> Response:
        """Return the card with this code ("Vulca 03"), slug ("vulca-03") or name; 404 with the nearest names."""
        return Response(CardSerializer(card_by_slug(card) or _card_by_name(card)).data)


class CardRecord(APIView):
    """Record of a card: games played with it, from recorded matches."""

    @operation("cards", "cards_record", summary="Get a card’s record", parameters=SPAN, response=RecordSerializer)
    def get(self, request: Request, card: str) -> Response:
        """Return games, wins and crystals of decks with this card, from finished public matches."""
        facts = card_by_slug(card) or _card_by_name(card)
        return Response(RecordSerializer(record_of_card(facts.game, facts.code, date_span_from_request(request))).data)
