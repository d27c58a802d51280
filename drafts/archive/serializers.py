"""Serializers of finished drafts: logs, pools, proofs and statistics; and of waiting packets."""

from typing import Any

from rest_framework import serializers

from common.api.shapes import fields, shape
from drafts.core.archive.card_counts import CardCount
from drafts.core.archive.log import PacketEntry

LoggedPickSerializer = shape(
    "LoggedPickSerializer", PacketEntry, by=serializers.ChoiceField(choices=["player", "bot", "clock"])
)


class DraftLogSerializer(serializers.Serializer[Any]):
    """The log of one seat, packet by packet."""

    draft = serializers.CharField(source="key")
    name = serializers.CharField()
    seat = serializers.IntegerField()
    player = serializers.CharField()
    is_mine = serializers.BooleanField()
    open_seats = serializers.ListField(child=serializers.IntegerField())
    picks = LoggedPickSerializer(many=True, source="entries")


class PoolCardSerializer(serializers.Serializer[Any]):
    """A card of a pool."""

    code = serializers.CharField()
    name = serializers.CharField(source="label")
    people = serializers.CharField(source="people.value")
    type = serializers.CharField(source="type.value")


class DraftedPoolSerializer(serializers.Serializer[Any]):
    """The caller’s own pool."""

    draft = serializers.CharField()
    pool = serializers.CharField(allow_null=True, help_text="The key of the saved pool.")
    cards = PoolCardSerializer(many=True)


CardStatisticsSerializer = shape(
    "CardStatisticsSerializer",
    CardCount,
    __doc__="How early a card is picked.",
    without="number_sum square_sum passed back decks in_decks played games won",
    more="margin few",
    mean=serializers.FloatField(),
)


class PickStatisticsSerializer(serializers.Serializer[Any]):
    """Pick statistics of cards, and the number of drafts and picks behind them."""

    drafts = serializers.IntegerField()
    picks = serializers.IntegerField(help_text="By people, without picks made by bots or the clock.")
    cards = CardStatisticsSerializer(many=True, source="rows")


class WaitingPacketSerializer(serializers.Serializer[Any]):
    """A packet of a draft over days that is waiting for the caller."""

    draft = serializers.CharField(source="draft.key")
    name = serializers.CharField(source="draft.name")
    round = serializers.IntegerField(source="packet.round")
    number = serializers.IntegerField(source="packet.number")
    arrived = serializers.DateTimeField(source="packet.since")
    deadline = serializers.DateTimeField(source="packet.deadline")


NextTableSerializer = fields("NextTableSerializer", "The next table.", key=serializers.CharField())


class ProofRoundSerializer(serializers.Serializer[Any]):
    """Packet size and passing direction of one round."""

    packet = serializers.IntegerField()
    direction = serializers.ChoiceField(choices=["right", "left"])


class ProofPacketSerializer(serializers.Serializer[Any]):
    """A packet the seat picked from; its cards are indexes in the deal."""

    round = serializers.IntegerField()
    number = serializers.IntegerField()
    cards = serializers.ListField(child=serializers.IntegerField())
    kept = serializers.CharField(allow_blank=True)


class ProofCardSerializer(serializers.Serializer[Any]):
    """A card with its index in the deal, its salt and its path to the root."""

    index = serializers.IntegerField()
    card = serializers.CharField()
    salt = serializers.CharField()
    path = serializers.ListField(child=serializers.CharField())


class DraftProofSerializer(serializers.Serializer[Any]):
    """A proof file, as `verify_draft` and the page check it."""

    format = serializers.CharField()
    table = serializers.CharField()
    commitment = serializers.CharField()
    size = serializers.IntegerField()
    players = serializers.IntegerField()
    seat = serializers.IntegerField()
    rounds = ProofRoundSerializer(many=True)
    packets = ProofPacketSerializer(many=True)
    way = serializers.CharField(required=False)
    answers = serializers.ListField(child=serializers.CharField(), required=False)
    proofs = ProofCardSerializer(many=True)
