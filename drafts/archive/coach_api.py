"""API of the coach: a review of the caller’s own draft, and hints in a solo practice draft."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from common.api.shapes import shape
from drafts.archive.coach_queries import draft_review, practice_hint_for
from drafts.core.archive.coach import ComparedDeck, ReviewedPick
from drafts.core.engine.bots import Reason
from drafts.table.api_common import seat_operation
from drafts.table.identity import visitor_of
from game.evidence import Worth


class WeighedCardSerializer(serializers.Serializer[Any]):
    """A card and its value to the seat: crystals a game more than an average card."""

    card = serializers.CharField(source="code")
    worth = serializers.FloatField(source="value", help_text="The total of `alone`, `mates` and `mix`.")
    alone = serializers.FloatField(help_text="The card’s own value.")
    mates = serializers.FloatField(help_text="The value added by cards of its pair or gang.")
    mix = serializers.FloatField(help_text="The value for the mix of card types in the deck.")
    measured = serializers.BooleanField(help_text="Whether the card’s value was measured. If not, the average is used.")


class CoachedPickSerializer(serializers.Serializer[Any]):
    """A pick with the cards an expert would have weighed."""

    round = serializers.IntegerField()
    number = serializers.IntegerField(help_text="The pick in its round, from 1.")
    taken = serializers.CharField()
    agreed = serializers.BooleanField(help_text="Whether the expert would have picked the same card.")
    lost = serializers.FloatField(help_text="How much more the best card was worth.")
    why = serializers.CharField(help_text="A comment on the pick, in the language of the request.")
    better = serializers.CharField(allow_blank=True, help_text="Reasons for the best card, if you picked another.")
    considered = WeighedCardSerializer(many=True, help_text="The cards, best first.")
    wheeled = serializers.ListField(
        child=serializers.CharField(), help_text="Cards that you passed on and that came back."
    )


DeckStrengthSerializer = shape("DeckStrengthSerializer", Worth, without="games won")
ComparedDeckSerializer = shape(
    "ComparedDeckSerializer", ComparedDeck, without="size", strength=DeckStrengthSerializer()
)


INCOMPLETE_TEXTS_NOTE = "The cards weighed whose games played them without their text, or with a part of it."


class CoachSerializer(serializers.Serializer[Any]):
    """Review of a draft."""

    draft = serializers.CharField()
    agreed = serializers.IntegerField(help_text="How many picks were the expert’s pick.")
    picks = CoachedPickSerializer(many=True)
    turning_points = CoachedPickSerializer(many=True, help_text="The costliest picks, worst first.")
    deck = serializers.ListField(child=serializers.CharField(), help_text="The best 30 cards of the pool.")
    strength = DeckStrengthSerializer(allow_null=True)
    won_of_100 = serializers.IntegerField(help_text="Games it would win out of a hundred.")
    decks = ComparedDeckSerializer(many=True, help_text="Your decks from this pool.")
    texts_not_whole = serializers.ListField(child=serializers.CharField(), help_text=INCOMPLETE_TEXTS_NOTE)


class HintSerializer(serializers.Serializer[Any]):
    """The cards an expert would weigh now."""

    draft = serializers.CharField()
    considered = WeighedCardSerializer(many=True, help_text="The cards, best first.")
    why = serializers.CharField(
        allow_blank=True, help_text="The reason for the first card, in the language of the request."
    )
    texts_not_whole = serializers.ListField(child=serializers.CharField(), help_text=INCOMPLETE_TEXTS_NOTE)


class DraftReviewDetail(APIView):
    """Review of the caller's draft: each pick with what an expert would have weighed."""

    @seat_operation("drafts_coach", "Review your draft", responses=CoachSerializer)
    def get(self, request: Request, key: str) -> Response:
        """Return your draft pick by pick, with what an expert would have weighed. It only uses what your seat saw.
        409 until the draft is finished.
        """
        looking_back = draft_review(key, visitor_of(request, key))
        body = {
            "draft": key,
            "agreed": looking_back.review.agreed,
            "picks": [_reviewed_pick_data(pick) for pick in looking_back.review.picks],
            "turning_points": [_reviewed_pick_data(pick) for pick in looking_back.review.turning_points],
            "deck": looking_back.review.deck,
            "strength": looking_back.review.strength,
            "won_of_100": looking_back.review.won_of_100,
            "decks": looking_back.decks,
            "texts_not_whole": looking_back.texts_not_whole,
        }
        return Response(CoachSerializer(body).data)


class PracticeHintDetail(APIView):
    """Hint at a practice table: what an expert would weigh now."""

    @seat_operation("drafts_hint", "Get the expert’s pick", responses=HintSerializer)
    def get(self, request: Request, key: str) -> Response:
        """Return what an expert would pick from your packet. 403 unless this is a practice draft with the coach
        turned on and no other players.
        """
        hint = practice_hint_for(key, visitor_of(request, key))
        body = {
            "draft": key,
            "considered": hint.considered,
            "why": _reason_in_words(hint.why),
            "texts_not_whole": hint.texts_not_whole,
        }
        return Response(HintSerializer(body).data)


def _reviewed_pick_data(pick: ReviewedPick) -> dict[str, Any]:
    return {
        "round": pick.entry.round,
        "number": pick.entry.number,
        "taken": pick.taken.code,
        "agreed": pick.agreed,
        "lost": pick.lost,
        "why": _reason_in_words(pick.why),
        "better": _reason_in_words(pick.better),
        "considered": pick.considered,
        "wheeled": pick.wheeled,
    }


def _reason_in_words(why: Reason | None) -> str:
    return _(why.template) % why.params if why else ""
