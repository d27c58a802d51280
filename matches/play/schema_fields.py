"""Schema fields: serializer fields of JSON values, with their schema in the description of the API."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

_COUNT = {"type": "integer", "minimum": 0}
FIGHT: dict[str, Any] = {
    "type": "object",
    "properties": {
        "winner": {"type": "string", "enum": ["a", "b"], "description": "Who attracted the dragons."},
        "combat": {**_COUNT, "description": "The winner's cards in the combat area."},
        "support": {**_COUNT, "description": "The winner's cards in the support area."},
        "bluff": {"type": "boolean", "description": "Whether it was a bluff that was called."},
        "modifier": {"type": "integer", "description": "Dragons that a text adds or takes away (GAME-24)."},
    },
    "required": ["winner"],
    "example": {"winner": "a", "combat": 4, "support": 2, "bluff": False, "modifier": 0},
}
REPORT: dict[str, Any] = {
    "type": "object",
    "properties": {
        "winner": {"type": "string", "enum": ["", "a", "b"], "description": "The side that won; empty for nobody."},
        "dragons": {"type": "integer", "description": "The dragons at the end of the game."},
        "crystal_cards": {"type": "integer", "description": "The crystal cards that were played."},
        "ended": {"type": "string", "description": "How the game ended."},
        "fights": {"type": "array", "items": FIGHT, "nullable": True, "description": "The fights, where noted."},
        "out_first": {"type": "string", "enum": ["", "a", "b"], "description": "Who ran out of cards first."},
    },
    "example": {"winner": "a", "dragons": 2, "crystal_cards": 0, "ended": "out_of_cards"},
}


@extend_schema_field({"type": "array", "items": FIGHT, "nullable": True})
class FightsField(serializers.JSONField):
    """The fights of a game as the companion noted them."""


@extend_schema_field({**REPORT, "nullable": True})
class ReportField(serializers.JSONField):
    """A game as somebody reports it."""
