"""API of the coach: a review of the caller’s own draft, and hints in a solo practice draft."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from common.api.shapes import shape
from common.i18n import translated
from drafts.archive.coach_queries import own_draft_review, practice_hint_for
from drafts.core.archive.coach import ComparedDeck
from drafts.table.api_common import seat_operation
from drafts.table.identity import visitor_of
from game.evidence import CardValue


class WeighedCardSerializer(serializers.Serializer[Any]):
    """A card and its value to the seat: crystals a game more than an average card."""

    card = serializers.CharField(source="code")
    worth = serializers.FloatField(source="value", help_text="The total of `alone`, `mates` and `mix`.")
    alone = serializers.FloatField(help_text="The card’s own value.")
    mates = serializers.FloatField(help_text="The value added by cards of its pair or gang.")
    mix = serializers.FloatField(help_text="The value for the mix of card types in the deck.")
    measured = serializers.BooleanField(help_text="Whether the card’s value was measured. If not, the average is used.")


class ReasonField(serializers.CharField):
    """A reason in the language of the request; empty without one."""

    def get_attribute(self, instance: Any) -> str:
        why: Any = super().get_attribute(instance)
        return translated(why) if why else ""


class CoachedPickSerializer(serializers.Serializer[Any]):
    """A pick with the cards an expert would have weighed."""

    round = serializers.IntegerField(source="entry.round")
    number = serializers.IntegerField(source="entry.number", help_text="The pick in its round, from 1.")
    taken = serializers.CharField(source="taken.code")
    agreed = serializers.BooleanField(help_text="Whether the expert would have picked the same card.")
    lost = serializers.FloatField(help_text="How much more the best card was worth.")
    why = ReasonField(help_text="A comment on the pick, in the language of the request.")
    better = ReasonField(allow_blank=True, help_text="Reasons for the best card, if you picked another.")
    considered = WeighedCardSerializer(many=True, help_text="The cards, best first.")
    wheeled = serializers.ListField(
        child=serializers.CharField(), help_text="Cards that you passed on and that came back."
    )


DeckStrengthSerializer = shape("DeckStrengthSerializer", CardValue, without="games won")
ComparedDeckSerializer = shape(
    "ComparedDeckSerializer", ComparedDeck, without="size", strength=DeckStrengthSerializer()
)


INCOMPLETE_TEXTS_NOTE = "The cards weighed whose games played them without their text, or with a part of it."


class CoachSerializer(serializers.Serializer[Any]):
    """Review of a draft."""

    draft = serializers.CharField(source="log.key")
    agreed = serializers.IntegerField(source="review.agreed_count", help_text="How many picks were the expert’s pick.")
    picks = CoachedPickSerializer(source="review.picks", many=True)
    turning_points = CoachedPickSerializer(
        source="review.turning_points", many=True, help_text="The costliest picks, worst first."
    )
    deck = serializers.ListField(
        source="review.deck", child=serializers.CharField(), help_text="The best 30 cards of the pool."
    )
    strength = DeckStrengthSerializer(source="review.strength", allow_null=True)
    won_of_100 = serializers.IntegerField(source="review.won_of_100", help_text="Games it would win out of a hundred.")
    decks = ComparedDeckSerializer(many=True, help_text="Your decks from this pool.")
    texts_not_whole = serializers.ListField(child=serializers.CharField(), help_text=INCOMPLETE_TEXTS_NOTE)


class HintSerializer(serializers.Serializer[Any]):
    """The cards an expert would weigh now."""

    draft = serializers.CharField(source="draft_view.key")
    considered = WeighedCardSerializer(many=True, help_text="The cards, best first.")
    why = ReasonField(allow_blank=True, help_text="The reason for the first card, in the language of the request.")
    texts_not_whole = serializers.ListField(child=serializers.CharField(), help_text=INCOMPLETE_TEXTS_NOTE)


class DraftReviewDetail(APIView):
    """Review of the caller's draft: each pick with what an expert would have weighed."""

    @seat_operation("drafts_coach", "Review your draft", responses=CoachSerializer)
    def get(self, request: Request, key: str) -> Response:
        """Return your draft pick by pick, with what an expert would have weighed. It only uses what your seat saw.
        409 until the draft is finished.
        """
        return Response(CoachSerializer(own_draft_review(key, visitor_of(request, key))).data)


class PracticeHintDetail(APIView):
    """Hint at a practice table: what an expert would weigh now."""

    @seat_operation("drafts_hint", "Get the expert’s pick", responses=HintSerializer)
    def get(self, request: Request, key: str) -> Response:
        """Return what an expert would pick from your packet. 403 unless this is a practice draft with the coach
        turned on and no other players.
        """
        return Response(HintSerializer(practice_hint_for(key, visitor_of(request, key))).data)
