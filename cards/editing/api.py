"""API of editing: completeness of the catalogue and its latest changes."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from cards.catalogue.change_log import catalogue_changes
from cards.catalogue.queries import catalogue, completeness_of_cthulhu_sets
from cards.core.completeness import CardSetCompleteness, FactCounts, FactionCompleteness, catalogue_completeness
from cards.games.cthulhu.facts import KEY as CTHULHU
from cards.models import GAME
from common.api.operations import operation
from common.api.pagination import page_of
from common.api.shapes import shape
from common.errors import Invalid, Missing

ShareSerializer = shape(
    "ShareSerializer", FactCounts, more="percent", without="known", seen=serializers.IntegerField(source="known")
)
SetShareSerializer = shape("SetShareSerializer", CardSetCompleteness, more="percent")
FactionShareSerializer = shape("FactionShareSerializer", FactionCompleteness, more="percent")


class SetCompletenessSerializer(serializers.Serializer[Any]):
    """Completeness of Call of Cthulhu’s catalogue, by sets and factions."""

    game = serializers.CharField()
    version = serializers.IntegerField(help_text="Rises with every change of the catalogue.")
    cards = serializers.IntegerField()
    complete = serializers.IntegerField(help_text="Complete cards.")
    numbers = serializers.IntegerField(help_text="The numbers of all sets.")
    printings = serializers.IntegerField(help_text="The numbers in the catalogue.")
    by_faction = FactionShareSerializer(many=True, help_text="By faction. Stories are under an empty label.")
    by_set = SetShareSerializer(many=True, help_text="By set, in the order of publication.")
    wanting = serializers.DictField(child=serializers.ListField(child=serializers.CharField()))


class EmissarySetSerializer(serializers.Serializer[Any]):
    """An emissary and the cards known to belong to its set of seven."""

    emissary = serializers.CharField(help_text="The emissary’s code, or that of its gap.")
    cards = serializers.ListField(child=serializers.CharField())
    wanted = serializers.IntegerField(help_text="How many of the seven cards have no known name.")


class CompletenessSerializer(serializers.Serializer[Any]):
    """The version of the catalogue and how complete it is."""

    game = serializers.CharField()
    version = serializers.IntegerField(help_text="Rises with every change of the catalogue.")
    total = ShareSerializer()
    by_people = ShareSerializer(many=True)
    by_deck = ShareSerializer(many=True, help_text="Figures by deck indicator.")
    gaps = serializers.ListField(child=serializers.CharField(), help_text="The codes of cards that have not been seen.")
    wanting = serializers.DictField(child=serializers.ListField(child=serializers.CharField()))
    emissaries = EmissarySetSerializer(many=True, help_text="What is known about each emissary’s set (DECK-13).")
    unplaced = serializers.ListField(child=serializers.CharField())


class CatalogueChangeSerializer(serializers.Serializer[Any]):
    """One changed field."""

    id = serializers.IntegerField()
    game = serializers.CharField()
    table = serializers.CharField(help_text="`card`, or the kind of entry, such as `ruling` or `erratum`.")
    code = serializers.CharField()
    field = serializers.CharField()
    before = serializers.CharField(allow_blank=True)
    after = serializers.CharField(allow_blank=True)
    way = serializers.CharField(help_text="`form`, `admin`, `file` or `command`.")
    by = serializers.CharField(source="name", allow_blank=True)
    at = serializers.DateTimeField(source="when")
    version = serializers.IntegerField(
        help_text="The catalogue’s version after the change; 0 for rulings, errata and lists."
    )
    undoes = serializers.IntegerField(source="undoes_id", allow_null=True, help_text="The change that this one undoes.")


class CatalogueDetail(APIView):
    """Catalogue of Blue Moon: version and completeness."""

    @operation("cards", "catalogue_read", summary="Get version and completeness", response=CompletenessSerializer)
    def get(self, request: Request) -> Response:
        """Return the version of the catalogue, and how much is known about its cards."""
        cards = catalogue()
        completeness = catalogue_completeness(cards)
        data = {
            "game": GAME,
            "version": cards.version,
            "total": completeness.total,
            "by_people": completeness.by_people,
            "by_deck": completeness.by_deck,
            "gaps": [card.code for card in completeness.gaps],
            "wanting": {card.code: list(card.unknown) for card in completeness.wanting},
            "emissaries": [
                {
                    "emissary": of_emissary.emissary.code,
                    "cards": [card.code for card in of_emissary.cards],
                    "wanted": of_emissary.wanted,
                }
                for of_emissary in completeness.emissaries
            ],
            "unplaced": [card.code for card in completeness.unplaced],
        }
        return Response(CompletenessSerializer(data).data)


class CatalogueSets(APIView):
    """Catalogue of Call of Cthulhu: completeness by set."""

    @operation(
        "cards",
        "catalogue_sets_read",
        summary="Get the completeness of the Call of Cthulhu sets",
        response=SetCompletenessSerializer,
    )
    def get(self, request: Request) -> Response:
        """Return how many numbers of each set are in the catalogue, and how much is known about their cards."""
        completeness = completeness_of_cthulhu_sets()
        shares = {name: getattr(completeness, name) for name in ("cards", "complete", "numbers", "printings")}
        data = shares | {
            "game": CTHULHU,
            "version": catalogue(CTHULHU).version,
            "by_faction": completeness.by_faction,
            "by_set": completeness.by_set,
            "wanting": {card.code: list(card.unknown) for card in completeness.wanting},
        }
        return Response(SetCompletenessSerializer(data).data)


class ChangeList(APIView):
    """List of changes of the catalogue."""

    @operation(
        "cards",
        "catalogue_changes_list",
        summary="List catalogue changes",
        parameters=[OpenApiParameter("card", OpenApiTypes.STR, description="Only changes of the card with this code.")],
        page=CatalogueChangeSerializer,
    )
    def get(self, request: Request) -> Response:
        """Return every change, newest first, in pages."""
        rows = catalogue_changes()
        if code := request.query_params.get("card", "").replace("\x00", "")[:80]:
            rows = rows.filter(code=code)
            try:
                rows.exists() or catalogue().find_card(code)
            except Missing as error:
                raise Invalid(error.template, error.params, field="card") from error
        return page_of(request, rows, CatalogueChangeSerializer)
