"""Serializer of a record in played games, for cards and decks."""

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request

from cards.record_registry import DateSpan, GameTally, WinRecord
from common.api.fields import SentenceField
from common.api.list_filters import date_parameter
from common.api.shapes import shape

SPAN = [
    OpenApiParameter("from", OpenApiTypes.DATE, description="The first day that counts, for example of a season."),
    OpenApiParameter("to", OpenApiTypes.DATE, description="The last day that counts."),
]
TallySerializer = shape("TallySerializer", GameTally)


class RecordSerializer(serializers.Serializer[WinRecord]):
    """Finished matches with public decks, and how small the sample is."""

    whole = TallySerializer()
    formats = TallySerializer(many=True)
    years = TallySerializer(many=True)
    says = SentenceField(source="*", help_text="How reliable it is, in words.")
    mirrors = serializers.IntegerField(help_text="Games with it in both decks, which are not counted.")
    matches = serializers.IntegerField()
    players = serializers.IntegerField()
    current = serializers.IntegerField(allow_null=True)


def date_span_from_request(request: Request) -> DateSpan:
    """Return the range of days of a request; raises `Invalid` for invalid dates."""
    return DateSpan(date_parameter(request, "from"), date_parameter(request, "to"))
