"""API of the players of an event: enter, request a place, change, merge, and read the deck they handed in."""

from typing import Any

from django.db import transaction
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.identity import get_or_create_person, person_of
from accounts.models import Person
from common.api.bodies import valid_body
from common.api.operations import operation
from common.api.pagination import page_of
from common.api.shapes import fields
from decks.core.text import MAX_DECK_BYTES
from matches.core.tournament import Permission
from matches.core.tournament.rules import MAX_EVENT_PLAYERS, MAX_ROUNDS
from matches.core.tournament.stages import MAX_TABLE_NR
from matches.events import serializers as shapes
from matches.events import services
from matches.events.answers import ACTION, EVENT, EventActionView
from matches.events.decks import services as deck_services
from matches.events.decks.queries import require_visible_deck
from matches.events.decks.verdicts import stored_problem_text
from matches.events.entry import leaving
from matches.events.entry import services as entry_services
from matches.events.entry.capacity import entry_requests_of
from matches.events.entry.leaving import set_player_checked_in
from matches.events.players import merging
from matches.events.players import services as player_services
from matches.events.players.queries import player_results_by_number
from matches.events.queries import event_by_key, load_event
from matches.events.serializers import DecisionSerializer, PlaceRequestSerializer
from matches.events.transactions import require_role
from matches.models import NAME_LENGTH, REASON_LENGTH, EntryRequest, Withdrawal

# The service for each field of a player, and its argument.
_PLAYER_CHANGES: dict[str, tuple[Any, str]] = {
    "deck": (deck_services.submit_deck, "deck_key"),
    "deck_text": (deck_services.submit_pasted_deck, "text"),
    "without_deck": (deck_services.waive_deck, "reason"),
    "name": (player_services.rename_player, "name"),
    "checked_in": (set_player_checked_in, "is_present"),
    "seed": (player_services.seed_player, "to"),
    "requested_byes": (leaving.ask_for_byes, "rounds"),
}


class NamesSerializer(serializers.Serializer[Any]):
    """People to enter: yourself by `name`, or others by `names` as the organiser."""

    name = serializers.CharField(max_length=NAME_LENGTH, required=False)
    names = serializers.ListField(
        child=serializers.CharField(max_length=NAME_LENGTH), max_length=500, required=False, allow_empty=False
    )

    ask = serializers.BooleanField(default=False, help_text="With `name`: ask to join although registration is closed.")
    is_me = serializers.BooleanField(default=False, help_text="With `name`: ask to take over the entry with that name.")

    new = serializers.BooleanField(default=True)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Require exactly one of the two."""
        if ("name" in attrs) == ("names" in attrs):
            raise serializers.ValidationError({"names": ["Either name or names."]})
        return attrs


class ChangePlayerSerializer(serializers.Serializer[Any]):
    """Change of a player."""

    checked_in = serializers.BooleanField(required=False, help_text="Whether the player has checked in.")
    fixed_table = serializers.IntegerField(required=False, allow_null=True, min_value=1, max_value=MAX_TABLE_NR)
    party = serializers.CharField(required=False, allow_blank=True, max_length=NAME_LENGTH)
    playing = serializers.BooleanField(required=False, help_text="`false` to drop out, `true` to come back.")
    withdrawal = serializers.ChoiceField(choices=Withdrawal.choices, required=False)
    substitute = serializers.CharField(required=False, max_length=NAME_LENGTH)
    deck = serializers.CharField(required=False, help_text="The key of a deck to submit.")
    deck_text = serializers.CharField(required=False, max_length=MAX_DECK_BYTES)
    without_deck = serializers.CharField(required=False, allow_blank=True, max_length=REASON_LENGTH)
    name = serializers.CharField(required=False, max_length=NAME_LENGTH, help_text="A new name. Organisers only.")
    seed = serializers.IntegerField(required=False, allow_null=True, min_value=1, max_value=MAX_EVENT_PLAYERS)
    requested_byes = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=MAX_ROUNDS), max_length=MAX_ROUNDS, required=False
    )


class TakePlayersBackSerializer(serializers.Serializer[Any]):
    """The players entered by one list, by number."""

    first = serializers.IntegerField(min_value=1, help_text="The lowest number.")
    last = serializers.IntegerField(min_value=1, help_text="The highest number.")


MergeSerializer = fields("MergeSerializer", "The player that stays.", into=serializers.IntegerField(min_value=1))


class HandedInSerializer(serializers.Serializer[Any]):
    """A deck as submitted."""

    number = serializers.IntegerField()
    name = serializers.CharField(source="deck_name")
    text = serializers.CharField(source="deck")
    verdict = serializers.CharField(source="deck_verdict")
    faults = serializers.SerializerMethodField()
    at = serializers.DateTimeField(source="deck_at")

    @extend_schema_field(serializers.ListField(child=serializers.DictField()))
    def get_faults(self, player: Any) -> list[dict[str, str]]:
        """Return the numbers of the broken rules, and the errors."""
        return [{"code": fault["code"], "message": stored_problem_text(fault)} for fault in player.deck_faults]


class EventPlayers(APIView):
    """Players of an event: enter."""

    @operation(
        "events",
        "event_players_create",
        request=NamesSerializer,
        responses={201: shapes.EntrantSerializer(many=True), 202: PlaceRequestSerializer},
    )
    def post(self, request: Request, key: str) -> Response:
        """Join an event, or as organiser add players by name, also late, and return the new entries. 202 if you are
        on the waiting list or need approval.
        """
        data = valid_body(NamesSerializer, request)
        if "name" in data:
            asks = {"ask": data["ask"], "is_me": data["is_me"], "is_new": data["new"]}
            row = entry_services.register_player(by=get_or_create_person(request), key=key, name=data["name"], **asks)
            if isinstance(row, EntryRequest):
                return Response(PlaceRequestSerializer(row).data, status=status.HTTP_202_ACCEPTED)
            players = [row]
        else:
            players = services.add_players(by=person_of(request), key=key, names=data["names"], is_new=data["new"])
        return Response(shapes.EntrantSerializer(players, many=True).data, status=status.HTTP_201_CREATED)


class TakePlayersBack(EventActionView):
    """Take back a list of players that was entered by mistake."""

    @operation(
        "events", "event_players_take_back", request=TakePlayersBackSerializer, parameters=ACTION, response=EVENT
    )
    def post(self, request: Request, key: str) -> Response:
        """Remove the players with numbers first to last before round 1, and return the event. Organisers only."""
        player_services.delete_pasted_players(
            by=person_of(request), key=key, **valid_body(TakePlayersBackSerializer, request)
        )
        return self.event_response(request, key)


class PlayerMerge(EventActionView):
    """Merge two entries of one player."""

    @operation("events", "event_players_merge", request=MergeSerializer, parameters=ACTION, response=EVENT)
    def post(self, request: Request, key: str, number: int) -> Response:
        """Merge this player into another, who gets both players’ results, and return the event. The other keeps number
        and name. 409 where the two can’t be one person. Organisers only.
        """
        into = valid_body(MergeSerializer, request)["into"]
        merging.merge_players(by=person_of(request), key=key, number=number, into=into)
        return self.event_response(request, key)

    @operation("events", "event_players_split", parameters=ACTION, response=EVENT)
    def delete(self, request: Request, key: str, number: int) -> Response:
        """Undo the last merge into this player, and return the event. Organisers only."""
        merging.split_player(by=person_of(request), key=key, number=number)
        return self.event_response(request, key)


class PlayerDetail(EventActionView):
    """Player of an event: read, drop, check in, change."""

    @operation("events", "event_players_read", response=shapes.EventPlayerSerializer)
    def get(self, request: Request, key: str, number: int) -> Response:
        """Return a player's row and the matches behind it. Organisers also get the player's special arrangements."""
        return Response(self._player_data(person_of(request), key, number))

    def _player_data(self, by: Person | None, key: str, number: int) -> dict[str, Any]:
        loaded = load_event(key)
        player = player_results_by_number(loaded, number)
        return shapes.EventPlayerSerializer(player, context={"desk": loaded.permits(by, Permission.ADMIT)}).data

    @operation("events", "event_players_change", request=ChangePlayerSerializer, parameters=ACTION, response=EVENT)
    def patch(self, request: Request, key: str, number: int) -> Response:
        """Drop out, come back, check in or submit a deck, and return the event. Organisers can also rename a player,
        set a fixed table, or waive the deck.
        """
        by = person_of(request)
        data = valid_body(ChangePlayerSerializer, request, answer=shapes.EventPlayerSerializer)
        player_data = self._player_data(by, key, number)
        # Values sent back unchanged have no effect.
        changed = {name: value for name, value in data.items() if name not in player_data or player_data[name] != value}
        self._apply_player_changes(by, key, number, changed)
        return self.event_response(request, key)

    @operation("events", "event_players_post", request=ChangePlayerSerializer, parameters=ACTION, response=EVENT)
    def post(self, request: Request, key: str, number: int) -> Response:
        """Change a player. The earlier name of PATCH."""
        return self.patch(request, key, number)

    @transaction.atomic
    def _apply_player_changes(self, by: Person | None, key: str, number: int, data: dict[str, Any]) -> None:
        """Make all the changes, or none."""
        for field, (change, name) in _PLAYER_CHANGES.items():
            if field in data:
                change(by=by, key=key, number=number, **{name: data[field]})
        if {"fixed_table", "party"} & set(data):
            player_services.update_player_seating(by=by, key=key, number=number, data=data)
        if data.get("playing") is True:
            leaving.reinstate_player(by=by, key=key, number=number)
        if data.get("playing") is False:
            leaving.drop_player(by=by, key=key, number=number, withdrawal=data.get("withdrawal", ""))
        if "substitute" in data:
            leaving.add_substitute(by=by, key=key, number=number, name=data["substitute"])


class EntryRequests(APIView):
    """Requests for a place in an event: list, and withdraw one's own."""

    @operation("events", "place_requests_list", page=PlaceRequestSerializer)
    def get(self, request: Request, key: str) -> Response:
        """Return everyone waiting for approval or a spot, in order. Organisers only."""
        event = event_by_key(key)
        require_role(event, person_of(request), Permission.ADMIT)
        return page_of(request, entry_requests_of(event), PlaceRequestSerializer)

    @operation("events", "place_requests_withdraw")
    def delete(self, request: Request, key: str) -> None:
        """Leave the waiting list."""
        entry_services.withdraw_entry_request(by=person_of(request), key=key)


class EntryRequestDetail(APIView):
    """Request for a place in an event: let in or refuse."""

    @operation("events", "place_requests_decide", request=DecisionSerializer)
    def post(self, request: Request, key: str, pk: int) -> None:
        """Accept or refuse a request. If the event is full, an accepted player joins the waiting list. Organisers
        only.
        """
        admit = valid_body(DecisionSerializer, request)["admit"]
        entry_services.decide_entry_request(by=person_of(request), key=key, request=pk, admit=admit)


class PlayerDeck(APIView):
    """Deck of a player in an event: read it."""

    @operation("events", "event_players_deck", response=HandedInSerializer)
    def get(self, request: Request, key: str, number: int) -> Response:
        """Return the deck a player submitted. 403 until the event shows decks to you."""
        return Response(HandedInSerializer(require_visible_deck(load_event(key), number, person_of(request))).data)
