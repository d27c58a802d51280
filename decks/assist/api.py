"""API of help with building: repair, completion and odds."""

from dataclasses import replace
from typing import Any

from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.identity import person_of
from cards.catalogue.queries import catalogue
from cards.core.facts import CardType, IconKind
from common.api.bodies import valid_body
from common.api.operations import operation
from common.api.shapes import fields
from common.errors import Conflict, Invalid
from common.i18n import translated
from common.sentence_tables import Sentence
from common.text import gettext_noop
from decks.assist import services as assist_services
from decks.assist.comparison import compare_decks, playable_cards
from decks.collection.queries import shelf_contents_of
from decks.core.building import Contradiction, ProposedDeck, Requirements, SearchGoal
from decks.core.legality import Format
from decks.core.odds import odds_of
from decks.core.text import format_deck
from decks.deck.choice import chosen_deck
from decks.deck.contents_reader import parse_deck_contents
from decks.deck.serializers import ContentsSerializer, DeckSerializer, ReportSerializer, legality_report_data


class DeckHelpSerializer(serializers.Serializer[Any]):
    """A legal deck that is proposed."""

    changes = serializers.IntegerField(help_text="The number of cards removed and added.")
    out = serializers.ListField(child=serializers.CharField())
    into = serializers.ListField(child=serializers.CharField())
    mended = serializers.ListField(child=serializers.CharField(), help_text="Corrections besides the cards.")
    proven = serializers.BooleanField(help_text="Whether this is proven to be the best.")
    text = serializers.CharField()
    report = ReportSerializer()


class RepairSerializer(ContentsSerializer):
    """A deck to be made legal."""

    alternatives = serializers.IntegerField(min_value=0, max_value=5, default=0)


RepairsSerializer = fields(
    "RepairsSerializer", "The nearest legal deck, and others as near.", proposals=DeckHelpSerializer(many=True)
)


class CompleteSerializer(ContentsSerializer):
    """A deck to complete, the goal and the requirements; cards by code or any name."""

    goal = serializers.ChoiceField(choices=[goal.value for goal in SearchGoal], default=SearchGoal.STRONG.value)
    keep_held = serializers.BooleanField(default=True)
    keep = serializers.ListField(child=serializers.CharField(max_length=120), required=False, max_length=60)
    never = serializers.ListField(child=serializers.CharField(max_length=120), required=False, max_length=60)
    only_owned = serializers.BooleanField(default=False, help_text="Use only cards in your collection.")
    most_moons = serializers.IntegerField(min_value=0, max_value=99, required=False)
    least_fire = serializers.IntegerField(min_value=0, max_value=400, required=False)
    least_earth = serializers.IntegerField(min_value=0, max_value=400, required=False)
    icons = serializers.DictField(child=serializers.IntegerField(min_value=0, max_value=60), required=False)
    types = serializers.DictField(child=serializers.IntegerField(min_value=0, max_value=60), required=False)

    def validate_icons(self, value: dict[str, int]) -> dict[IconKind, int]:
        """Accept icons by name."""
        return {IconKind(name): count for name, count in _validate_goal_names(value, IconKind.__members__).items()}

    def validate_types(self, value: dict[str, int]) -> dict[CardType, int]:
        """Accept card types by name."""
        return {
            CardType(name): n
            for name, n in _validate_goal_names(value, {kind.value: 1 for kind in CardType if kind}).items()
        }


def _validate_goal_names(value: dict[str, int], names: Any) -> dict[str, int]:
    wrong = [name for name in value if name not in names]
    if wrong:
        raise serializers.ValidationError(f"{wrong[0][:40]} is none of {', '.join(names)}.")
    return value


class WishSaidSerializer(serializers.Serializer[Any]):
    """A requirement or a rule that contradicts the others."""

    message = serializers.CharField()
    rule = serializers.CharField(allow_blank=True)


class CompletedSerializer(serializers.Serializer[Any]):
    """The best deck, or the requirements and rules that contradict each other."""

    proposal = DeckHelpSerializer(allow_null=True)
    contradiction = WishSaidSerializer(many=True)


def _repair_data(proposal: ProposedDeck, cards: Any) -> dict[str, object]:
    data = {name: getattr(proposal, name) for name in ("changes", "out", "into", "mended", "proven")}
    return data | {"text": format_deck(proposal.deck, cards), "report": legality_report_data(proposal.report)}


class RepairDeck(APIView):
    """Repair: the smallest changes that make a deck legal."""

    keeps_nothing = True

    @operation("decks", "decks_repair", request=RepairSerializer, response=RepairsSerializer)
    def post(self, request: Request) -> Response:
        """Return the smallest changes that make a deck legal. Needs no account; nothing is saved."""
        data = valid_body(RepairSerializer, request, answer=DeckSerializer)
        deck = parse_deck_contents(data, person_of(request)).deck
        cards = catalogue(deck.game)
        proposals = assist_services.repairs_of(deck, cards, alternatives=data["alternatives"])
        return Response({"proposals": [_repair_data(proposal, cards) for proposal in proposals]})


class CompleteDeck(APIView):
    """Completion: the best deck for a goal and requirements."""

    keeps_nothing = True

    @operation("decks", "decks_complete", request=CompleteSerializer, response=CompletedSerializer)
    def post(self, request: Request) -> Response:
        """Complete a deck towards a goal, or return the requirements and rules that contradict each other. Nothing is
        saved."""
        return completion_response(request)


def completion_response(request: Request, drafted: tuple[str, ...] | None = None) -> Response:
    """Return the best deck for a completion request; if `drafted` is given, from those cards only."""
    data = valid_body(CompleteSerializer, request, answer=DeckSerializer)
    cards = catalogue()
    owned = shelf_contents_of(person_of(request), cards).owned_copies_by_code(cards) if data["only_owned"] else None
    requirements = Requirements(
        goal=SearchGoal(data["goal"]),
        keep_held=data["keep_held"],
        keep=tuple(cards.find_card(name).code for name in data.get("keep", ())),
        never=tuple(cards.find_card(name).code for name in data.get("never", ())),
        only=owned,
        most_moons=data.get("most_moons"),
        least_fire=data.get("least_fire"),
        least_earth=data.get("least_earth"),
        at_least=data.get("icons", {}),
        types=data.get("types", {}),
    )
    deck = parse_deck_contents(data, person_of(request)).deck
    if drafted is not None:
        deck = replace(deck, format=Format.DRAFT, house=None, pool=drafted)
    answer = assist_services.search_within_request(deck, cards, requirements)
    if answer is None:
        raise Conflict(gettext_noop("This search takes too long. Try again with fewer wishes."))
    clash = (
        [{"message": translated(sentence), "rule": sentence.rule} for sentence in answer.messages]
        if isinstance(answer, Contradiction)
        else []
    )
    proposal = _repair_data(answer, cards) if isinstance(answer, ProposedDeck) else None
    return Response({"proposal": proposal, "contradiction": clash})


class OddsQuestionSerializer(ContentsSerializer):
    """A deck and how it is played."""

    played = serializers.IntegerField(min_value=1, max_value=6, default=2, help_text="Cards played per turn.")
    turns = serializers.IntegerField(min_value=1, max_value=10, default=6)


class OddsLineSerializer(serializers.Serializer[Any]):
    """One hoped-for draw and its chances."""

    hope = serializers.CharField()
    sources = serializers.IntegerField(help_text="Cards in the deck that fulfil it.")
    by_turn = serializers.ListField(child=serializers.FloatField(), help_text="The chance at the start of each turn.")
    with_mulligan = serializers.FloatField()


OddsSerializer = fields("OddsSerializer", "Exact odds, from 0 to 1.", odds=OddsLineSerializer(many=True))


class OddsOfDeck(APIView):
    """Odds of a deck: chances of drawing kinds of cards."""

    keeps_nothing = True

    @operation("decks", "decks_odds", request=OddsQuestionSerializer, response=OddsSerializer)
    def post(self, request: Request) -> Response:
        """Return the exact odds for a deck without saving it."""
        data = valid_body(OddsQuestionSerializer, request, answer=DeckSerializer)
        cards = catalogue()
        deck = parse_deck_contents(data, person_of(request)).deck
        lines = odds_of(playable_cards(deck, cards), played=data["played"], turns=data["turns"])
        odds = [
            {
                "hope": translated(Sentence(line.template, {"count": line.count})),
                "sources": line.sources,
                "by_turn": [float(chance) for chance in line.by_turn],
                "with_mulligan": float(line.again),
            }
            for line in lines
        ]
        return Response({"odds": odds})


class ComparedSideSerializer(serializers.Serializer[Any]):
    """One of two compared decks."""

    deck = serializers.CharField(help_text="The deck’s key, or the people whose own deck it is.")
    name = serializers.CharField()
    cards = serializers.IntegerField(help_text="How many cards it has.")
    fire = serializers.IntegerField()
    earth = serializers.IntegerField()
    moons = serializers.IntegerField()
    only = serializers.ListField(child=serializers.CharField(), help_text="Cards that the other deck doesn’t have.")


class ComparisonSerializer(serializers.Serializer[Any]):
    """Comparison of two decks."""

    likeness = serializers.IntegerField(help_text="The percentage of cards they share.")
    both = serializers.ListField(child=serializers.CharField(), help_text="Cards that are in both.")
    sides = ComparedSideSerializer(many=True, help_text="The two decks, in the order of the request.")


class CompareDecks(APIView):
    """Comparison of two decks."""

    @operation(
        "decks",
        "decks_compare",
        parameters=[
            OpenApiParameter(side, str, required=True, description="A deck’s key or link, or a people.")
            for side in ("a", "b")
        ],
        response=ComparisonSerializer,
    )
    def get(self, request: Request) -> Response:
        """Return what two decks share, and what each has of its own. Needs no account for decks you have a link to."""
        person = person_of(request)
        chosen_decks = []
        for side in ("a", "b"):
            try:
                chosen_decks.append(chosen_deck(request, request.query_params.get(side, ""), person))
            except Invalid as error:
                raise Invalid(error.template, field=side) from error
        compared = compare_decks(chosen_decks)
        sides = [
            {
                "deck": side.chosen.value,
                "name": side.row.name,
                "cards": side.shape.size,
                "fire": side.shape.total_fire,
                "earth": side.shape.total_earth,
                "moons": side.shape.total_moons,
                "only": [card.code for card in side.only.elements()],
            }
            for side in compared.sides
        ]
        return Response({"likeness": compared.likeness, "both": [card.code for card in compared.both], "sides": sides})
