"""Serializers of the companion and the power calculator."""

from decimal import Decimal
from typing import Any

from rest_framework import serializers

from matches.core.companion.replay import NoteKind
from matches.core.scoring.power import MAX_CARDS as MAX_POWER_CARDS
from matches.core.scoring.power import MAX_EFFECTS, Change, Element, Place

_ELEMENTS = [element.value for element in Element]


class NoteSerializer(serializers.Serializer[Any]):
    """One note of the companion. The `id` is made up by the phone; a note sent twice is kept once."""

    id = serializers.CharField(max_length=60)
    kind = serializers.CharField(max_length=20, help_text=", ".join(NoteKind))
    game = serializers.IntegerField(min_value=0, max_value=999)
    at = serializers.IntegerField(min_value=0, max_value=2**53, help_text="By the phone's clock, in milliseconds.")

    def get_fields(self) -> dict[str, Any]:
        """The fields, and `data`, which is also a name of the serializer itself."""
        said = serializers.DictField(child=serializers.JSONField(), default=dict, help_text="The fields of the kind.")
        return {**super().get_fields(), "data": said}


class NotesSerializer(serializers.Serializer[Any]):
    """Notes of a phone, in its order; `now` is its clock."""

    now = serializers.IntegerField(min_value=0, max_value=2**53)
    notes = NoteSerializer(many=True)


class RefusalSerializer(serializers.Serializer[Any]):
    """A note that cannot be, and why."""

    id = serializers.CharField()
    message = serializers.CharField()
    rule = serializers.CharField(allow_blank=True)


class CompanionSerializer(serializers.Serializer[Any]):
    """Everything a phone needs to go on alone."""

    key = serializers.CharField()
    version = serializers.IntegerField()
    now = serializers.IntegerField()
    side = serializers.CharField(allow_blank=True, help_text="Which player you are: a, b or empty.")
    may_note = serializers.BooleanField()
    game = serializers.IntegerField()
    starter = serializers.CharField()
    over = serializers.BooleanField()
    winner = serializers.CharField(allow_blank=True)
    first_starter = serializers.CharField()
    names = serializers.DictField(child=serializers.CharField())
    crystals = serializers.DictField(child=serializers.IntegerField())
    games = serializers.ListField(child=serializers.DictField())
    agreed = serializers.DictField()
    notes = serializers.ListField(child=serializers.DictField())


class NotedSerializer(serializers.Serializer[Any]):
    """Result of sending notes: those kept, those refused, and the table as it is now."""

    kept = serializers.ListField(child=serializers.CharField())
    refused = RefusalSerializer(many=True)
    table = CompanionSerializer()


class EffectSerializer(serializers.Serializer[Any]):
    """An instruction that changes a value (GAME-14)."""

    change = serializers.ChoiceField(choices=[change.value for change in Change])
    amount = serializers.DecimalField(max_digits=9, decimal_places=3, min_value=0)
    name = serializers.CharField(max_length=80, allow_blank=True, default="")
    opposing = serializers.BooleanField(default=False, help_text="It comes from the opponent's card.")


class PowerCardSerializer(serializers.Serializer[Any]):
    """A card on the table, with its printed values (GAME-11 to GAME-13)."""

    name = serializers.CharField(max_length=80, allow_blank=True, default="")
    fire = serializers.DecimalField(max_digits=9, decimal_places=3, default=Decimal(0))
    earth = serializers.DecimalField(max_digits=9, decimal_places=3, default=Decimal(0))
    place = serializers.ChoiceField(choices=[place.value for place in Place], default=Place.COMBAT.value)
    shields = serializers.ListField(child=serializers.ChoiceField(choices=_ELEMENTS), default=list)
    bluff = serializers.BooleanField(default=False, help_text="Lies as a bluff: counts 2, whatever its mark (GAME-13).")
    ignored = serializers.BooleanField(default=False)
    protected = serializers.BooleanField(default=False)
    effects = EffectSerializer(many=True, default=list)


class PowerQuestionSerializer(serializers.Serializer[Any]):
    """A side of a fight."""

    element = serializers.ChoiceField(choices=_ELEMENTS, help_text="What the fight is about.")
    cards = serializers.ListField(child=PowerCardSerializer(), max_length=MAX_POWER_CARDS)
    effects = serializers.ListField(child=EffectSerializer(), max_length=MAX_EFFECTS, default=list)
    against = serializers.DecimalField(max_digits=9, decimal_places=3, allow_null=True, default=None)


class StepSerializer(serializers.Serializer[Any]):
    """One step of the sum."""

    said = serializers.CharField()
    value = serializers.CharField()
    rule = serializers.CharField(allow_blank=True)


class CardPowerSerializer(serializers.Serializer[Any]):
    """Power of one card."""

    name = serializers.CharField()
    value = serializers.CharField()
    steps = StepSerializer(many=True)


class PowerAnswerSerializer(serializers.Serializer[Any]):
    """The power with its steps; values are exact: "10", "4½"."""

    total = serializers.CharField()
    shield = serializers.BooleanField()
    suffices = serializers.BooleanField(allow_null=True, help_text="Null where nothing was said to be reached.")
    cards = CardPowerSerializer(many=True)
    steps = StepSerializer(many=True)
