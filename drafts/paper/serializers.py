"""Serializers of tables with real cards."""

from typing import Any

from rest_framework import serializers

from drafts.core.engine.setup import Step8
from drafts.models import PaperTable
from drafts.table.serializers import SetupAnswer


class PaperRequest(serializers.Serializer[Any]):
    """A table with real cards to be opened."""

    names = serializers.ListField(
        child=serializers.CharField(max_length=40), max_length=10, help_text="Who sits round the table; 2 to 6."
    )
    peoples = serializers.ListField(child=serializers.CharField(max_length=40), max_length=20)
    name = serializers.CharField(max_length=80, required=False, allow_blank=True, default="")
    step8 = serializers.CharField(max_length=40, default=Step8.RIGHT.value)
    shuffled = serializers.BooleanField(default=True, help_text="Draw lots for the seats.")
    pick_seconds = serializers.IntegerField(required=False, allow_null=True, default=None, help_text="null: no clock")


class PaperLine(serializers.ModelSerializer[PaperTable]):
    """A table with real cards in a list."""

    status = serializers.CharField(help_text="drafting or entering")

    class Meta:
        model = PaperTable
        fields = ["key", "name", "status", "created"]
        read_only_fields = fields


class PaperSeatAnswer(serializers.Serializer[Any]):
    """A place: who, to whom they pass in this round, whether their pool is entered."""

    number = serializers.IntegerField()
    name = serializers.CharField()
    passes_to = serializers.IntegerField(help_text="The seat that gets their packets in this round.")
    entered = serializers.BooleanField()
    corrected = serializers.IntegerField(help_text="How often a kept pool was changed.")
    is_me = serializers.BooleanField()


class PaperAnswer(serializers.Serializer[Any]):
    """State of a table with real cards: what to do now, and who has entered their pool."""

    key = serializers.CharField()
    name = serializers.CharField()
    status = serializers.CharField(help_text="drafting or entering")
    version = serializers.IntegerField(help_text="What a step has to say.")
    host = serializers.CharField()
    is_host = serializers.BooleanField()
    setup = SetupAnswer()
    pick_seconds = serializers.IntegerField(allow_null=True)
    ends = serializers.DateTimeField(allow_null=True, help_text="When the time for this pick is over.")
    round = serializers.IntegerField()
    rounds = serializers.IntegerField()
    number = serializers.IntegerField(help_text="The pick under way in this round.")
    last_deal = serializers.BooleanField()
    direction = serializers.ChoiceField(choices=["right", "left"])
    deal = serializers.IntegerField(help_text="Cards dealt to each in this round.")
    in_hand = serializers.IntegerField(help_text="Cards everyone looks at now.")
    seats = PaperSeatAnswer(many=True)


class PaperStepRequest(serializers.Serializer[Any]):
    """All have passed."""

    version = serializers.IntegerField(
        min_value=0, max_value=2**31 - 1, help_text="Of the table; said twice it counts once."
    )
    back = serializers.BooleanField(default=False, help_text="One packet back instead.")


class PaperPoolRequest(serializers.Serializer[Any]):
    """A pool: codes, or a list as typed, or both."""

    cards = serializers.ListField(child=serializers.CharField(max_length=40), max_length=400, default=list)
    text = serializers.CharField(max_length=20_000, allow_blank=True, default="", help_text="One card a line.")


class PaperFinding(serializers.Serializer[Any]):
    """A card that stands in another pool as well."""

    rule = serializers.CharField()
    message = serializers.CharField()
    card = serializers.CharField(allow_blank=True)


class PaperPoolAnswer(serializers.Serializer[Any]):
    """One's own pool as it is kept, and where it contradicts the others."""

    cards = serializers.ListField(child=serializers.CharField())
    pool_key = serializers.CharField(allow_blank=True)
    findings = PaperFinding(many=True)
