"""Serializers of matches."""

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers, status
from rest_framework.response import Response

from common.api.fields import PageField
from common.api.model_serializers import SettingsSerializer
from common.api.shapes import fields, shape
from matches.core import scoring
from matches.models import NAME_LENGTH, SHEET_FIELDS, Game, Match, Penalty, Side
from matches.play import queries
from matches.play.core_values import settings_of_match
from matches.play.queries import PlayerScore, ScoredMatch
from matches.play.services import GameReport

_COUNT_SCHEMA = {"type": "integer", "minimum": 0}
FIGHT_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "winner": {"type": "string", "enum": ["a", "b"], "description": "Who attracted the dragons."},
        "combat": {**_COUNT_SCHEMA, "description": "The winner's cards in the combat area."},
        "support": {**_COUNT_SCHEMA, "description": "The winner's cards in the support area."},
        "bluff": {"type": "boolean", "description": "Whether it was a bluff that was called."},
        "modifier": {"type": "integer", "description": "Dragons that a text adds or takes away (GAME-24)."},
    },
    "required": ["winner"],
    "example": {"winner": "a", "combat": 4, "support": 2, "bluff": False, "modifier": 0},
}
REPORT_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "winner": {"type": "string", "enum": ["", "a", "b"], "description": "The side that won; empty for nobody."},
        "dragons": {"type": "integer", "description": "The dragons at the end of the game."},
        "crystal_cards": {"type": "integer", "description": "The crystal cards that were played."},
        "ended": {"type": "string", "description": "How the game ended."},
        "fights": {"type": "array", "items": FIGHT_SCHEMA, "nullable": True, "description": "The fights, where noted."},
        "out_first": {"type": "string", "enum": ["", "a", "b"], "description": "Who ran out of cards first."},
    },
    "example": {"winner": "a", "dragons": 2, "crystal_cards": 0, "ended": "out_of_cards"},
}


@extend_schema_field({"type": "array", "items": FIGHT_SCHEMA, "nullable": True})
class FightsField(serializers.JSONField):
    """The fights of a game as the companion noted them."""


@extend_schema_field({**REPORT_SCHEMA, "nullable": True})
class ReportField(serializers.JSONField):
    """A game as somebody reports it."""


class NameField(serializers.CharField):
    """A name, or an object from which its `name` is taken."""

    def to_internal_value(self, data: Any) -> str:
        """Return the name."""
        name: Any = data.get("name") if isinstance(data, Mapping) else data
        return super().to_internal_value(name)


class SheetSerializer(SettingsSerializer):
    """Match sheet: the terms agreed before the first game; everything has a default."""

    edition = serializers.ChoiceField(
        choices=[edition.value for edition in scoring.Edition], default=scoring.Edition.LEGENDS.value
    )
    penalty = serializers.ChoiceField(choices=Penalty.choices, required=False)

    class Meta:
        model = Match
        fields = SHEET_FIELDS


class NewMatchSerializer(serializers.Serializer[Any]):
    """A new match: two names, or two members of a group."""

    players = serializers.ListField(child=NameField(max_length=NAME_LENGTH), min_length=2, max_length=2, required=False)
    me = serializers.ChoiceField(choices=[*Side.choices, ("", "neither")], default="")
    group = serializers.CharField(required=False, allow_null=True)
    members = serializers.ListField(
        child=serializers.IntegerField(min_value=1), min_length=2, max_length=2, required=False
    )
    sheet = SheetSerializer(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Either two names, or a group and two of its members."""
        if "players" not in attrs and not (attrs.get("group") and "members" in attrs):
            missing = "members" if attrs.get("group") else "players"
            raise serializers.ValidationError({missing: ["This field is required."]}, code="required")
        return attrs


SideSerializer = fields("SideSerializer", "Which of the two players one is.", side=serializers.CharField(max_length=1))

JoinLinkSerializer = fields(
    "JoinLinkSerializer",
    "The link to sit down by; both are empty when no seat is free.",
    key=serializers.CharField(allow_null=True),
    url=serializers.CharField(allow_null=True, help_text="The link for the other player."),
)


class ReportSerializer(serializers.Serializer[Any]):
    """A game as it was played. The rules say whether it is possible."""

    version = serializers.IntegerField(min_value=0, help_text="The version of the match you read.")
    number = serializers.IntegerField(min_value=1, max_value=999, required=False)
    winner = serializers.CharField(max_length=20, allow_blank=True, help_text="`a` or `b`; empty if time was up.")
    dragons = serializers.IntegerField(min_value=-999, max_value=999)
    crystal_cards = serializers.IntegerField(min_value=-999, max_value=999, default=0)
    ended = serializers.CharField(max_length=20, help_text=", ".join(scoring.GameEnd))


def report_from_data(data: dict[str, Any]) -> GameReport:
    """Validated answers as the service reads them."""
    return GameReport(data["winner"], data["dragons"], data["crystal_cards"], data["ended"])


PlayerSerializer = shape("PlayerSerializer", PlayerScore, without="person")


class GameSerializer(serializers.Serializer[Any]):
    """A recorded game and its crystals."""

    number = serializers.IntegerField(source="game.number")
    winner = serializers.CharField(source="game.winner")
    dragons = serializers.IntegerField(source="game.dragons")
    crystal_cards = serializers.IntegerField(source="game.crystal_cards")
    ended = serializers.CharField(source="game.ended")
    status = serializers.ChoiceField(source="game.status", choices=Game.Status.choices)
    fights = FightsField(source="game.fights", allow_null=True)
    claim = ReportField(source="game.claim", allow_null=True)
    crystals = serializers.IntegerField(allow_null=True)


class RecordedGameSerializer(GameSerializer):
    """A recorded game, and the version of its match."""

    version = serializers.IntegerField()


class MatchSerializer(serializers.Serializer[Any]):
    """A match with its games, counted."""

    key = serializers.CharField(source="match.key")
    url = PageField("matches:detail", "match.key")
    group = serializers.CharField(source="match.group.key", allow_null=True, default=None)
    version = serializers.IntegerField(source="match.version")
    status = serializers.ChoiceField(source="match.status", choices=Match.Status.choices)
    created = serializers.DateTimeField(source="match.created")
    players = PlayerSerializer(many=True)
    winner = serializers.CharField(source="winner.side", allow_null=True, default=None)
    drawn = serializers.BooleanField(source="score.drawn")
    next_starter = serializers.CharField(source="starter_side", allow_null=True)
    sheet = serializers.SerializerMethodField()
    games = GameSerializer(many=True)

    @extend_schema_field(SheetSerializer)
    def get_sheet(self, scored: ScoredMatch) -> Any:
        """The agreed terms."""
        return SheetSerializer(settings_of_match(scored.match)).data


def match_response(match: Match, *, code: int = status.HTTP_200_OK) -> Response:
    """Return the response with a match, read again."""
    return Response(MatchSerializer(queries.load_scored_match(match.key)).data, status=code)
