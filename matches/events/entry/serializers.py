"""Serializers of requests for a place in an event."""

from rest_framework import serializers

from common.api.shapes import fields
from matches.models import EntryRequest


class PlaceRequestSerializer(serializers.Serializer[EntryRequest]):
    """Somebody who asks or waits for a place."""

    id = serializers.IntegerField(source="pk")
    name = serializers.CharField()
    status = serializers.SerializerMethodField(help_text="`asks`, `waits` or `refused`.")
    created = serializers.DateTimeField()

    def get_status(self, row: EntryRequest) -> str:
        """`asks` for the organiser's word, `waits` for a place, or `refused`."""
        if row.refused is not None:
            return "refused"
        return "asks" if row.approved is None else "waits"


DecisionSerializer = fields("DecisionSerializer", "The word of the organiser.", admit=serializers.BooleanField())
