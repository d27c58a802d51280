"""API of rulings, errata and lists."""

from typing import Any

from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from cards.catalogue.queries import catalogues
from cards.core.facts import IconKind
from cards.core.rulings import CardList, Ruling, RulingsFound, Trust
from cards.core.rulings.facts import EDITIONS, Erratum, ListEntry, Reading
from cards.games import GAMES
from cards.rulings.params import PARAMETERS, read_asked
from cards.rulings.presenters import spoken_book, translated_erratum, translated_reading, translated_ruling
from cards.rulings.queries import answered, book
from common.api.operations import operation
from common.api.pagination import page_of
from common.api.shapes import shape
from common.errors import Invalid, Missing
from common.text import gettext_noop


class RulingSerializer(serializers.Serializer[Any]):
    """A question and its answer. One of low trust is kept to say that it is wrong: show its note with it."""

    id = serializers.CharField()
    game = serializers.CharField()
    topic = serializers.CharField()
    question = serializers.CharField()
    answer = serializers.CharField()
    edition = serializers.CharField(help_text="One of " + ", ".join(EDITIONS) + ".")
    cards = serializers.ListField(child=serializers.CharField(), help_text="Codes of the cards it names.")
    icons = serializers.ListField(child=serializers.CharField())
    types = serializers.ListField(child=serializers.CharField())
    timings = serializers.ListField(child=serializers.CharField())
    # DRF has an attribute of that name, with another meaning, on every field.
    source = serializers.CharField()  # type: ignore[assignment]
    place = serializers.CharField(allow_blank=True, help_text="Where in the source.")
    trust = serializers.ChoiceField(choices=[trust.value for trust in Trust])
    readings = serializers.ListField(
        child=serializers.CharField(), help_text="Numbers of the readings taken where sources contradict each other."
    )
    see = serializers.ListField(child=serializers.CharField(), help_text="Ids of rulings that belong to it.")
    note = serializers.CharField(allow_blank=True)
    url = serializers.SerializerMethodField()

    @extend_schema_field(OpenApiTypes.URI_REF)
    def get_url(self, ruling: Ruling) -> str:
        """The page of the ruling."""
        return reverse("cards:ruling", args=[ruling.slug])


ReadingSerializer = shape("ReadingSerializer", Reading, without="game")


class RulingDetailSerializer(RulingSerializer):
    """A ruling with the readings taken in full."""

    read = serializers.SerializerMethodField(help_text="The readings taken.")

    @extend_schema_field(ReadingSerializer(many=True))
    def get_read(self, ruling: Ruling) -> Any:
        """The readings in full."""
        readings = [translated_reading(reading) for reading in book().readings_of(ruling)]
        return ReadingSerializer(readings, many=True).data


ErratumSerializer = shape("ErratumSerializer", Erratum)


class CardListSerializer(serializers.Serializer[Any]):
    """One version of a list of restricted or banned cards."""

    version = serializers.CharField()
    game = serializers.CharField()
    kind = serializers.ChoiceField(choices=["restricted", "banned"])
    title = serializers.CharField()
    issued = serializers.SerializerMethodField(help_text="Day of issue; null where it is not known.")
    current = serializers.BooleanField(help_text="Whether it is in force.")
    rule = serializers.CharField(allow_blank=True)
    source = serializers.CharField()  # type: ignore[assignment]
    note = serializers.CharField(allow_blank=True)
    size = serializers.SerializerMethodField(help_text="How many entries it has.")

    @extend_schema_field(serializers.DateField(allow_null=True))
    def get_issued(self, card_list: CardList) -> str | None:
        """The day, if it is known."""
        return card_list.issued or None

    def get_size(self, card_list: CardList) -> int:
        """How many entries."""
        return len(card_list.entries)


ListEntrySerializer = shape("ListEntrySerializer", ListEntry, without="version")


class CardListDetailSerializer(CardListSerializer):
    """A list with its entries."""

    entries = ListEntrySerializer(many=True)


_CHOICES = {
    "game": list(GAMES),
    "icon": [kind.value for kind in IconKind],
    "edition": list(EDITIONS),
    "trust": [trust.value for trust in Trust],
}
_HELP = {
    "q": "Words, or names of cards; with several names the rulings that name all of them come first. Rulings with all "
    "words come first, then some that have only a part of them.",
    "card": "A card that it names: code, address or name.",
    "with": "A second card; the rulings that name both come first, then those that name either.",
    "topic": "The address of a topic.",
}


def _parameters(*wanted: str) -> list[OpenApiParameter]:
    return [
        OpenApiParameter(name, OpenApiTypes.STR, enum=_CHOICES.get(name), description=_HELP.get(name, ""))
        for name in wanted
    ]


def _asked(request: Request, *wanted: str) -> RulingsFound:
    """The search of the parameters. A script gets an error for what it got wrong, never something else."""
    now, cards = book(), catalogues()
    values = {name: request.query_params.get(name, "") for name in wanted}
    asked, problems = read_asked(values, now, cards)
    if problems:
        raise Invalid(gettext_noop("Some parameters could not be read."), details=problems)
    return answered(asked, now, cards, spoken_book(now))


class RulingList(APIView):
    """List of rulings: search."""

    @operation(
        "rulings", "rulings_list", summary="Find rulings", parameters=[*_parameters(*PARAMETERS)], page=RulingSerializer
    )
    def get(self, request: Request) -> Response:
        """The rulings that meet every condition, best first, then some that have a part of the words, in pages."""
        found = _asked(request, *PARAMETERS)
        return page_of(request, (*found.rulings, *found.near), RulingSerializer, translated_ruling)


class RulingDetail(APIView):
    """Ruling: read one by its id."""

    @operation("rulings", "rulings_read", summary="One ruling", response=RulingDetailSerializer)
    def get(self, request: Request, ruling: str) -> Response:
        """The ruling of this id."""
        entry = book().by_slug.get(ruling.lower())
        if entry is None:
            raise Missing(gettext_noop("There is no ruling %(id)s."), {"id": ruling[:40]})
        return Response(RulingDetailSerializer(translated_ruling(entry)).data)


class ErratumList(APIView):
    """List of errata: all, or by words and cards."""

    @operation(
        "rulings",
        "errata_list",
        summary="Find errata",
        parameters=[*_parameters("q", "game", "card")],
        page=ErratumSerializer,
    )
    def get(self, request: Request) -> Response:
        """The errata, all of them or those of the cards and words asked for, in pages."""
        errata = _asked(request, "q", "game", "card").errata
        if not (request.query_params.get("q", "").strip() or request.query_params.get("card", "").strip()):
            wanted = request.query_params.get("game", "")
            errata = tuple(erratum for erratum in book().errata if wanted in ("", erratum.game))
        return page_of(request, errata, ErratumSerializer, translated_erratum)


class ListList(APIView):
    """List of the lists of restricted and banned cards."""

    @operation("rulings", "lists_list", summary="Lists of restricted and banned cards", page=CardListSerializer)
    def get(self, request: Request) -> Response:
        """Every version of every list, in pages."""
        return page_of(request, book().lists, CardListSerializer)


class ListDetail(APIView):
    """List of restricted or banned cards: read one by its version."""

    @operation("rulings", "lists_read", summary="One list", response=CardListDetailSerializer)
    def get(self, request: Request, version: str) -> Response:
        """The list of this version with its entries."""
        listed = next((card_list for card_list in book().lists if card_list.version == version), None)
        if listed is None:
            raise Missing(gettext_noop("There is no list %(version)s."), {"version": version[:40]})
        return Response(CardListDetailSerializer(listed).data)
