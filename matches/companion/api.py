"""API of the companion and the power calculator, with its shapes."""

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.identity import person_of
from accounts.reader import require_same_reader
from common.api.bodies import valid_body
from common.api.operations import operation
from common.i18n import translated
from matches.companion import queries as companion_queries
from matches.companion import services as companion_services
from matches.companion.services import CompanionNotesResult
from matches.core.companion import CompanionNote, NoteKind
from matches.core.scoring.power import MAX_CARDS_IN_SUM as MAX_POWER_CARDS
from matches.core.scoring.power import (
    MAX_EFFECTS,
    Effect,
    Element,
    Operation,
    PowerCard,
    Step,
    Zone,
    fraction_as_text,
    total_power,
)

_ELEMENT_CHOICES = [element.value for element in Element]


def companion_note_errors_data(answer: CompanionNotesResult) -> list[dict[str, str]]:
    """Return why notes were rejected, in the reader’s language."""
    refused = answer.refused.items()
    return [{"id": key, "message": translated(error), "rule": error.rule or ""} for key, error in refused]


class NoteSerializer(serializers.Serializer[Any]):
    """One note of the companion. The phone makes up the `id`; a note sent twice is stored once."""

    id = serializers.CharField(max_length=60)
    kind = serializers.CharField(max_length=20, help_text=", ".join(NoteKind))
    game = serializers.IntegerField(min_value=0, max_value=999)
    at = serializers.IntegerField(min_value=0, max_value=2**53, help_text="By the phone's clock, in milliseconds.")

    def get_fields(self) -> dict[str, Any]:
        """The fields, and `data`, which is also a name of the serializer itself."""
        said = serializers.DictField(
            child=serializers.JSONField(), default=dict, help_text="The fields for this kind of entry."
        )
        return {**super().get_fields(), "data": said}


class NotesSerializer(serializers.Serializer[Any]):
    """Notes of a phone, in order; `now` is its clock."""

    now = serializers.IntegerField(min_value=0, max_value=2**53)
    notes = NoteSerializer(many=True)


class RefusalSerializer(serializers.Serializer[Any]):
    """An invalid note, and why."""

    id = serializers.CharField()
    message = serializers.CharField()
    rule = serializers.CharField(allow_blank=True)


class CompanionSerializer(serializers.Serializer[Any]):
    """Everything a phone needs offline."""

    key = serializers.CharField()
    version = serializers.IntegerField()
    now = serializers.IntegerField()
    side = serializers.CharField(allow_blank=True, help_text="Which player you are: `a`, `b` or empty.")
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
    """Result of sending notes: those stored, those rejected, and the current table."""

    kept = serializers.ListField(child=serializers.CharField())
    refused = RefusalSerializer(many=True)
    table = CompanionSerializer()


class EffectSerializer(serializers.Serializer[Any]):
    """An instruction that changes a value (GAME-14)."""

    change = serializers.ChoiceField(choices=[change.value for change in Operation])
    amount = serializers.DecimalField(max_digits=9, decimal_places=3, min_value=0)
    name = serializers.CharField(max_length=80, allow_blank=True, default="")
    opposing = serializers.BooleanField(default=False, help_text="Whether it comes from the opponent’s card.")


class PowerCardSerializer(serializers.Serializer[Any]):
    """A card on the table, with its printed values (GAME-11 to GAME-13)."""

    name = serializers.CharField(max_length=80, allow_blank=True, default="")
    fire = serializers.DecimalField(max_digits=9, decimal_places=3, default=Decimal(0))
    earth = serializers.DecimalField(max_digits=9, decimal_places=3, default=Decimal(0))
    place = serializers.ChoiceField(choices=[zone.value for zone in Zone], default=Zone.COMBAT.value)
    shields = serializers.ListField(child=serializers.ChoiceField(choices=_ELEMENT_CHOICES), default=list)
    bluff = serializers.BooleanField(
        default=False, help_text="Whether it is a bluff, which counts 2 whatever its value (GAME-13)."
    )
    ignored = serializers.BooleanField(default=False)
    protected = serializers.BooleanField(default=False)
    effects = EffectSerializer(many=True, default=list)


class PowerQuestionSerializer(serializers.Serializer[Any]):
    """A side of a fight."""

    element = serializers.ChoiceField(choices=_ELEMENT_CHOICES, help_text="The element of the fight.")
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


class PowerSerializer(serializers.Serializer[Any]):
    """The power with its steps; values are exact: "10", "4½"."""

    total = serializers.CharField()
    shield = serializers.BooleanField()
    suffices = serializers.BooleanField(allow_null=True, help_text="Null without a power to match.")
    cards = CardPowerSerializer(many=True)
    steps = StepSerializer(many=True)


class CompanionTable(APIView):
    """Companion of a match: read its state."""

    @operation(
        "matches",
        "match_tables_read",
        parameters=[OpenApiParameter("since", int, description="The version you have. 204 if nothing is newer.")],
        responses={200: CompanionSerializer, 204: None},
    )
    def get(self, request: Request, key: str) -> Response:
        """Return the score tracker with its entries. With `?since=N`, 204 if nothing is newer."""
        since = request.query_params.get("since")
        if since is not None and str(companion_queries.companion_version(key)) == since:
            return Response(status=status.HTTP_204_NO_CONTENT)
        return Response(companion_queries.offline_snapshot(companion_queries.load_companion(key, person_of(request))))


class CompanionNotes(APIView):
    """Notes of a phone: send them to the companion of a match."""

    @operation("matches", "match_tables_note", request=NotesSerializer, response=NotedSerializer)
    def post(self, request: Request, key: str) -> Response:
        """Add entries in order, and return the score tracker. Entries sent twice are saved once, and an invalid entry
        is refused without affecting the others.
        """
        require_same_reader(request)
        answers, person = valid_body(NotesSerializer, request), person_of(request)
        sent = [CompanionNote(**note) for note in answers["notes"]]
        answer = companion_services.add_companion_notes(by=person, key=key, sent=sent, now=answers["now"])
        table = companion_queries.offline_snapshot(companion_queries.load_companion(key, person))
        return Response({"kept": answer.kept, "refused": companion_note_errors_data(answer), "table": table})


class PowerCalculator(APIView):
    """Power calculator: add up the power of cards in play."""

    keeps_nothing = True

    @operation("matches", "power_calculate", request=PowerQuestionSerializer, response=PowerSerializer)
    def post(self, request: Request) -> Response:
        """Add up the power of a side in a fight by Special Rule 7 (GAME-10 to GAME-18), and return every step."""
        answers = valid_body(PowerQuestionSerializer, request)
        cards = [_power_card_from_data(card) for card in answers["cards"]]
        result = total_power(Element(answers["element"]), cards, effects=_effects_from_data(answers["effects"]))
        against = answers["against"]
        return Response(
            {
                "total": fraction_as_text(result.total),
                "shield": result.shield,
                "suffices": None if against is None else result.suffices(Fraction(against)),
                "cards": [
                    {"name": card.name, "value": fraction_as_text(card.value), "steps": _power_steps_data(card.steps)}
                    for card in result.cards
                ],
                "steps": _power_steps_data(result.steps),
            }
        )


def _power_card_from_data(data: dict[str, Any]) -> PowerCard:
    return PowerCard(
        name=data["name"],
        fire=Fraction(data["fire"]),
        earth=Fraction(data["earth"]),
        place=Zone(data["place"]),
        shields=frozenset(Element(element) for element in data["shields"]),
        bluff=data["bluff"],
        ignored=data["ignored"],
        protected=data["protected"],
        effects=_effects_from_data(data["effects"]),
    )


def _effects_from_data(rows: Sequence[dict[str, Any]]) -> tuple[Effect, ...]:
    return tuple(
        Effect(Operation(effect["change"]), Fraction(effect["amount"]), effect["name"], effect["opposing"])
        for effect in rows
    )


def _power_steps_data(steps: Sequence[Step]) -> list[dict[str, str]]:
    return [{"said": translated(step), "value": fraction_as_text(step.value), "rule": step.rule} for step in steps]
