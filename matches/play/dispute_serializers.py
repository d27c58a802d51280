"""Serializers around a game: sheet, disputes, penalties, history, brought decks."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from decks.core.text import MAX_NAME
from decks.deck.serializers import ReportSerializer as VerdictSerializer
from matches.models import NOTE_LENGTH
from matches.models import matches as models_matches
from matches.play.schema_fields import ReportField
from matches.play.serializers import ReportSerializer, SheetSerializer


class VersionSerializer(serializers.Serializer[Any]):
    """Version of the match that the caller saw."""

    version = serializers.IntegerField(min_value=0)


class SheetChangeSerializer(SheetSerializer):
    """New terms of the match, before the first game."""

    version = serializers.IntegerField(
        min_value=0, required=False, help_text="The version that was read; the header If-Match says the same."
    )


class DisputeSerializer(VersionSerializer):
    """Why a game is disputed; with `winner`, `dragons` and `ended` also what happened instead."""

    note = serializers.CharField(max_length=NOTE_LENGTH, allow_blank=True, default="")
    winner = serializers.CharField(max_length=20, allow_blank=True, required=False)
    dragons = serializers.IntegerField(min_value=-999, max_value=999, default=0)
    crystal_cards = serializers.IntegerField(min_value=-999, max_value=999, default=0)
    ended = serializers.CharField(max_length=20, default="out_of_cards")


class SettleSerializer(ReportSerializer):
    """Decision of the organiser about a game."""

    note = serializers.CharField(max_length=NOTE_LENGTH, allow_blank=True, default="")


class PenaltySerializer(VersionSerializer):
    """A mistake that costs crystals."""

    side = serializers.CharField(max_length=1, help_text="a or b.")
    note = serializers.CharField(max_length=NOTE_LENGTH, allow_blank=True, default="")


class HistorySerializer(serializers.Serializer[Any]):
    """Corrections of a game after it was reported."""

    number = serializers.IntegerField()
    kind = serializers.CharField(help_text=", ".join(models_matches.GameCorrection.Kind.values))
    by = serializers.CharField(source="by.display_name", allow_null=True, default=None)
    at = serializers.DateTimeField()
    note = serializers.CharField()
    before = ReportField(allow_null=True)
    after = ReportField(allow_null=True)


class BringSerializer(VersionSerializer):
    """The deck a player brings to the next game."""

    side = serializers.CharField(max_length=1, help_text="a or b.")
    deck = serializers.CharField(max_length=16, help_text="Key of one of your decks.")


class BroughtDeckSerializer(serializers.Serializer[Any]):
    """A deck that was brought; `text`, `report` and the exchange are null while you may not look."""

    side = serializers.CharField()
    player = serializers.CharField()
    game = serializers.IntegerField(source="number", help_text="The first game it is played in.")
    open = serializers.BooleanField()
    name = serializers.SerializerMethodField()
    text = serializers.SerializerMethodField()
    report = serializers.SerializerMethodField()
    out = serializers.ListField(child=serializers.CharField(max_length=MAX_NAME))
    new = serializers.ListField(child=serializers.CharField(max_length=MAX_NAME))

    def get_name(self, obj: Any) -> str | None:
        """Its name."""
        return obj.row.name if obj.open else None

    def get_text(self, obj: Any) -> str | None:
        """The frozen list."""
        return obj.row.text if obj.open else None

    @extend_schema_field(VerdictSerializer(allow_null=True))
    def get_report(self, obj: Any) -> dict[str, Any] | None:
        """The verdict by what the match agreed on."""
        return obj.row.report if obj.open else None
