"""Serializers of what is shown of a finished draft by link: a pool, its packets, and packets as questions."""

from typing import Any

from rest_framework import serializers

from drafts.archive.serializers import EntryAnswer, PoolCard
from drafts.models import SharedSeat


class ShownPoolRequest(serializers.Serializer[Any]):
    """What is shown of one's own seat."""

    picks = serializers.BooleanField(default=False, help_text="Its packets and picks too, where they may be shown.")


class ShownPoolAnswer(serializers.Serializer[SharedSeat]):
    """A pool that is shown: its key, which is all that others need to read it, and its page."""

    key = serializers.CharField()
    url = serializers.CharField(source="get_absolute_url")
    picks = serializers.BooleanField(source="shows_picks", help_text="Whether its packets and picks are shown too.")


class SharedPoolAnswer(serializers.Serializer[Any]):
    """A pool as everybody with the key may see it."""

    key = serializers.CharField(source="row.key")
    url = serializers.CharField(source="row.get_absolute_url")
    name = serializers.CharField(source="seat.draft.name", allow_blank=True)
    player = serializers.CharField(source="seat.nickname")
    is_mine = serializers.BooleanField(source="mine")
    cards = PoolCard(many=True)
    picks = EntryAnswer(many=True, source="entries")


class PacketQuestionRequest(serializers.Serializer[Any]):
    """Which packet is asked about."""

    round = serializers.IntegerField(min_value=1, max_value=99, help_text="The round, from 1.")
    number = serializers.IntegerField(min_value=1, max_value=99, help_text="The pick of that round, from 1.")


class PacketQuestionLine(serializers.Serializer[Any]):
    """A question of one's own."""

    key = serializers.CharField()
    url = serializers.CharField(source="get_absolute_url")
    round = serializers.IntegerField()
    number = serializers.IntegerField(help_text="The pick of that round, from 1.")


class AnswerShareAnswer(serializers.Serializer[Any]):
    """A card of the packet, and who would take it."""

    code = serializers.CharField(source="card.code")
    percent = serializers.IntegerField(help_text="Of those who have answered, in percent.")
    bot = serializers.BooleanField(help_text="Whether the bot would take it.")
    player = serializers.BooleanField(source="asker", help_text="Whether who asks took it.")


class QuestionAnswersAnswer(serializers.Serializer[Any]):
    """What was answered."""

    count = serializers.IntegerField(help_text="How many have answered.")
    cards = AnswerShareAnswer(many=True)


class PacketQuestionAnswer(PacketQuestionLine):
    """A packet as everybody with the key may see it; what was answered is told to the one who asks."""

    name = serializers.CharField(source="seat.draft.name", allow_blank=True)
    player = serializers.CharField(source="seat.nickname")
    cards = PoolCard(many=True, help_text="The packet.")
    held = PoolCard(many=True, help_text="What the player held already.")
    is_mine = serializers.BooleanField()
    answers = QuestionAnswersAnswer(allow_null=True, help_text="Null for everybody but the one who asks.")
