"""API of games at the site, and its serializers: the same services as the pages."""

from typing import Any

from django.http import JsonResponse
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.identity import get_or_create_person, person_of
from common.api.bodies import valid_body
from common.api.fields import PageField
from common.api.list_filters import ListFilters
from common.api.model_serializers import SettingsSerializer
from common.api.operations import operation
from common.api.pagination import page_of
from common.api.shapes import fields
from common.errors import NotAllowed
from common.text import gettext_noop
from game.players.computer import LEVELS
from matches.core.names import NAME_LENGTH
from matches.models import Edition
from matches.play.hooks import may_bots_play
from online.core.proof import MAX_NUMBER_CHARACTERS
from online.core.terms import GameTerms
from online.games import endings, services
from online.games.actions import write_action
from online.games.decks import RANDOM_PEOPLE, DeckChoice
from online.games.loaded import LoadedGame, load_game
from online.games.presence import record_presence
from online.games.queries import games_of_person
from online.games.services import FRIEND, NewGame
from online.models import TERM_FIELDS, Game
from online.replay.queries import game_file_data
from online.table.presenters import view_of_seat

_NO_PROGRAMS = gettext_noop("The organiser of this event doesn’t let programs play. Use the game’s page.")
_FILTERS = ListFilters(names=("seats__name",), exact={"status": ("status", Game.Status.values)})
_KEY_LENGTH = 16
_OBJECT: dict[str, Any] = {"type": "object", "additionalProperties": True}


@extend_schema_field(_OBJECT)
class ObjectField(serializers.JSONField):
    """A part of a view."""


@extend_schema_field({"type": "array", "items": _OBJECT})
class ObjectListField(serializers.JSONField):
    """A list in a view."""


def _deck_field(**options: Any) -> serializers.CharField:
    return serializers.CharField(max_length=_KEY_LENGTH, default="", allow_blank=True, **options)


def _people_field(**options: Any) -> serializers.CharField:
    return serializers.CharField(max_length=40, default=RANDOM_PEOPLE, **options)


def _random_number_field() -> serializers.CharField:
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
    number = _random_number_field()

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
    number=_random_number_field(),
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


class OnlineGameList(APIView):
    """Games at the site: list the caller's, create one."""

    is_of_the_caller = True

    @operation(
        "online-games",
        "online_games_list",
        summary="List your games",
        parameters=_FILTERS.parameters(),
        page=OnlineGameSerializer,
    )
    def get(self, request: Request) -> Response:
        """Return your games, those in which it’s your turn first."""
        return page_of(request, _FILTERS.apply(request, games_of_person(person_of(request))), OnlineGameSerializer)

    @operation(
        "online-games",
        "online_games_create",
        summary="Create a game",
        request=NewOnlineGameSerializer,
        created=CreatedOnlineGameSerializer,
    )
    def post(self, request: Request) -> Response:
        """Create a game and return it. Against the computer it starts at once; otherwise it waits for a player, who
        joins with the key in `invitation`. `number` goes into the shuffles; see the proof of the cards.
        """
        new = new_game_from_data(valid_body(NewOnlineGameSerializer, request))
        by = get_or_create_person(request, new.name, making="game")
        key = services.create_game(by, new).game.key
        game = games_of_person(by).get(key=key)
        return Response(CreatedOnlineGameSerializer(game).data, status=status.HTTP_201_CREATED)


class OnlineGameDetail(APIView):
    """Game at the site: read it as the caller's seat sees it."""

    @operation("online-games", "online_games_read", summary="Get a game", response=OnlineSeatViewSerializer)
    def get(self, request: Request, key: str) -> Response:
        """Return the game as your seat sees it. For its two players only."""
        return _view_response(request, load_game(key))


class JoinOnlineGame(APIView):
    """Take the free seat of a game."""

    @operation(
        "online-games",
        "online_games_join",
        summary="Join a game",
        request=JoinOnlineGameSerializer,
        response=OnlineSeatViewSerializer,
    )
    def post(self, request: Request, key: str, join_key: str) -> Response:
        """Take the free seat of a game, which starts it, and return the game as your seat sees it. `number` goes into
        the shuffles, after the commitment on the game’s page of its proof.
        """
        data = valid_body(JoinOnlineGameSerializer, request)
        by = get_or_create_person(request, data["name"], making="game")
        deck = DeckChoice(data["deck"], data["people"])
        accepts = data["accepts_texts"]
        return _view_response(
            request,
            services.join_game(
                by, key, join_key, deck, name=data["name"], accepts_texts=accepts, number=data["number"]
            ),
        )


class OnlineAction(APIView):
    """Action of a seat."""

    @operation(
        "online-games",
        "online_games_act",
        summary="Act",
        request=OnlineActionSerializer,
        response=OnlineSeatViewSerializer,
    )
    def post(self, request: Request, key: str) -> Response:
        """Carry out one of the `offers` of your view, and return the view after it. 409 if your view has changed.

        `back` takes your last move back, or asks for it, if `meta.take_back` says so. `back:yes` and `back:no` answer
        the opponent’s request in `meta.asks_back`; `back:cancel` withdraws yours. `order` answers for you until the
        opponent’s turn ends: it calls no bluff. `order:cancel` cancels that. With interference cards, a question passes
        after the seconds in `meta.pause`; `wait` keeps it open.

        With a token, 403 in a game of an event whose organiser doesn’t let programs play (`bots`).
        """
        data = valid_body(OnlineActionSerializer, request)
        match = load_game(key).game.match if request.auth is not None else None
        if match is not None and not may_bots_play(match):
            raise NotAllowed(_NO_PROGRAMS)
        return _view_response(request, write_action(person_of(request), key, data["version"], data["do"]))


class ResignOnlineGame(APIView):
    """Resign a game."""

    @operation("online-games", "online_games_resign", summary="Resign", response=OnlineSeatViewSerializer)
    def post(self, request: Request, key: str) -> Response:
        """Resign, and return the game. Your opponent wins the crystals of the board as it is."""
        return _view_response(request, endings.resign(person_of(request), key))


def _view_response(request: Request, loaded: LoadedGame) -> Response:
    seat, now = loaded.own_seat(person_of(request)), timezone.now()
    record_presence(seat, now)
    return Response(view_of_seat(loaded, seat, now))


class OnlineGameFile(APIView):
    """Finished game as a file."""

    @operation(
        "online-games",
        "online_games_file",
        summary="Get a finished game as a file",
        response={(200, "application/json"): OpenApiTypes.OBJECT},
    )
    def get(self, request: Request, key: str) -> JsonResponse:
        """Return the game as a file of the engine: both decks as they were shuffled, and every action. 403 unless you
        may know the cards of both players.
        """
        return JsonResponse(game_file_data(key, person_of(request)))
