"""Serializer of a record in played games, for cards and for decks."""

from datetime import date

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request

from cards.record_registry import DateSpan, GameTally, Record
from common.api.fields import SentenceField
from common.api.shapes import shape
from common.errors import Invalid
from common.text import gettext_noop

SPAN = [
    OpenApiParameter("from", OpenApiTypes.DATE, description="The first day that counts, for example of a season."),
    OpenApiParameter("to", OpenApiTypes.DATE, description="The last day that counts."),
]


TallySerializer = shape("TallySerializer", GameTally)


class RecordSerializer(serializers.Serializer[Record]):
    """Finished matches whose decks everybody may see, and how little they say."""

    whole = TallySerializer()
    formats = TallySerializer(many=True)
    years = TallySerializer(many=True)
    says = SentenceField(source="*", help_text="How reliable it is, in words.")
    mirrors = serializers.IntegerField(help_text="Games with it in both decks, which are not counted.")
    matches = serializers.IntegerField()
    players = serializers.IntegerField()
    current = serializers.IntegerField(allow_null=True)


def date_span_from_request(request: Request) -> DateSpan:
    """The days a request asks for; raises `Invalid` for what is no day."""
    return DateSpan(_date_parameter(request, "from"), _date_parameter(request, "to"))


def _date_parameter(request: Request, name: str) -> date | None:
    text = request.query_params.get(name, "")
    if not text:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        template = gettext_noop("“%(text)s” isn’t a date. Write it like 2025-03-14.")
        raise Invalid(template, {"text": text[:20]}, place=name) from None
