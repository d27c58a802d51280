"""Serializers of games at the site."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from common.api.fields import PageField
from common.api.model_serializers import SettingsSerializer
from common.api.shapes import fields
from game.players.computer import LEVELS
from matches.core.names import NAME_LENGTH
from matches.models import Edition
from online.core.proof import MAX_NUMBER_CHARACTERS
from online.core.terms import GameTerms
from online.games.decks import RANDOM_PEOPLE, DeckChoice
from online.games.services import FRIEND, NewGame
from online.models import TERM_FIELDS, Game

_KEY_LENGTH = 16
_OBJECT: dict[str, Any] = {"type": "object", "additionalProperties": True}


@extend_schema_field(_OBJECT)
class ObjectField(serializers.JSONField):
    """A part of a view."""


@extend_schema_field({"type": "array", "items": _OBJECT})
class ObjectListField(serializers.JSONField):
    """A list in a view."""


def _deck_field(**more: Any) -> serializers.CharField:
    return serializers.CharField(max_length=_KEY_LENGTH, default="", allow_blank=True, **more)


def _people_field(**more: Any) -> serializers.CharField:
    return serializers.CharField(max_length=40, default=RANDOM_PEOPLE, **more)


def _number_field() -> serializers.CharField:
    return serializers.CharField(max_length=MAX_NUMBER_CHARACTERS, default="", allow_blank=True)


class NewOnlineGameSerializer(SettingsSerializer):
    """A new game at the site: opponent, decks and settings."""

    edition = serializers.ChoiceField(choices=Edition.values, default=Edition.LEGENDS.value)
    opponent = serializers.ChoiceField(choices=[FRIEND, *LEVELS], default=FRIEND)
    deck = _deck_field()
    people = _people_field()
    opponent_deck = _deck_field()
    opponent_people = _people_field()
    name = serializers.CharField(max_length=NAME_LENGTH, default="", allow_blank=True)
    accepts_texts = serializers.BooleanField(default=False)
    number = _number_field()

    class Meta:
        model = Game
        fields = TERM_FIELDS


def new_game_from_data(data: dict[str, Any]) -> NewGame:
    return NewGame(
        terms=GameTerms(**{name: data[name] for name in TERM_FIELDS}),
        deck=DeckChoice(data["deck"], data["people"]),
        opponent=data["opponent"],
        opponent_deck=DeckChoice(data["opponent_deck"], data["opponent_people"]),
        accepts_texts=data["accepts_texts"],
        name=data["name"],
        number=data["number"],
    )


JoinOnlineGameSerializer = fields(
    "JoinOnlineGameSerializer",
    "The deck and name with which a free seat is taken.",
    deck=_deck_field(),
    people=_people_field(),
    name=serializers.CharField(max_length=NAME_LENGTH, default="", allow_blank=True),
    accepts_texts=serializers.BooleanField(default=False),
    number=_number_field(),
)

OnlineActionSerializer = fields(
    "OnlineActionSerializer",
    "An action of a seat.",
    version=serializers.IntegerField(min_value=0),
    do=serializers.CharField(max_length=200),
)

OnlineGamePlayerSerializer = fields(
    "OnlineGamePlayerSerializer",
    "A player of a game at the site.",
    place=serializers.IntegerField(),
    name=serializers.CharField(),
    level=serializers.CharField(),
)


class OnlineGameSerializer(serializers.ModelSerializer[Game]):
    """A game at the site without its cards."""

    url = PageField("online:table", "key")
    edition = serializers.ChoiceField(choices=Edition.values)
    players = OnlineGamePlayerSerializer(source="seats.all", many=True)
    place = serializers.IntegerField(source="my_place")
    my_turn = serializers.SerializerMethodField()
    ending = serializers.CharField(help_text=f"How it ended: {', '.join(Game.Ending.values)}; empty before.")

    class Meta:
        model = Game
        fields = (
            "key", "url", "status", *TERM_FIELDS, "players", "place", "my_turn", "winner", "ending",
            "crystals_won", "created",
        )  # fmt: skip

    def get_my_turn(self, game: Game) -> bool:
        return game.status == Game.Status.PLAYING and game.decides == getattr(game, "my_place", None)


class CreatedOnlineGameSerializer(OnlineGameSerializer):
    """A game that was created, with the key by which a friend joins it."""

    invitation = serializers.CharField(source="join_key")

    class Meta:
        model = Game
        fields = (*OnlineGameSerializer.Meta.fields, "invitation")


OnlineSeatViewSerializer = fields(
    "OnlineSeatViewSerializer",
    "A game as one seat sees it, as the table draws it.",
    version=serializers.IntegerField(),
    status=serializers.ChoiceField(choices=Game.Status.values),
    yours=serializers.BooleanField(),
    turn=serializers.IntegerField(required=False),
    your_turn=serializers.BooleanField(required=False),
    phase=serializers.CharField(required=False),
    element=serializers.CharField(required=False),
    dragons=serializers.IntegerField(required=False),
    you=ObjectField(required=False),
    opponent=ObjectField(required=False),
    hand=ObjectListField(required=False),
    cards=ObjectField(required=False),
    question=ObjectField(required=False, allow_null=True),
    offers=ObjectListField(required=False),
    main=ObjectField(required=False, allow_null=True),
    why=ObjectField(required=False),
    last=ObjectListField(required=False),
    clock=ObjectField(required=False, allow_null=True),
    meta=ObjectField(required=False),
    result=ObjectField(required=False, allow_null=True),
)
