"""API of the coach: one's own draft looked back on, and a hint while one practises alone."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from common.api.shapes import shape
from drafts.archive.coach_queries import hint_of, look_back
from drafts.core.archive.coach import Compared, Reviewed
from drafts.core.engine.bots import Reason
from drafts.table.api_common import seat_operation
from drafts.table.identity import who_of
from game.evidence.worth import Worth


class WeighedCardSerializer(serializers.Serializer[Any]):
    """A card and what it is worth to the seat: crystals a game more than an average card, in a deck of such."""

    card = serializers.CharField(source="code")
    worth = serializers.FloatField(source="value", help_text="Alone, mates and mix together.")
    alone = serializers.FloatField(help_text="By itself.")
    mates = serializers.FloatField(help_text="By the cards of its pair or gang.")
    mix = serializers.FloatField(help_text="By what its kind does to the spread of the deck.")
    measured = serializers.BooleanField(help_text="Whether the card was measured; else it counts as an average one.")


class CoachedPickSerializer(serializers.Serializer[Any]):
    """A pick with the cards an expert would have weighed."""

    round = serializers.IntegerField()
    number = serializers.IntegerField(help_text="The pick of that round, from 1.")
    taken = serializers.CharField()
    agreed = serializers.BooleanField(help_text="Whether an expert would have taken the same.")
    lost = serializers.FloatField(help_text="What the best card would have been worth more.")
    why = serializers.CharField(help_text="One sentence on the choice, in the language of the answer.")
    better = serializers.CharField(allow_blank=True, help_text="What spoke for the best card, if it was not taken.")
    considered = WeighedCardSerializer(many=True, help_text="Best first.")
    wheeled = serializers.ListField(child=serializers.CharField(), help_text="Cards passed on that came back.")


DeckStrengthSerializer = shape("DeckStrengthSerializer", Worth, without="games won")
ComparedDeckSerializer = shape("ComparedDeckSerializer", Compared, without="size", strength=DeckStrengthSerializer())


TEXTS_NOT_WHOLE = "The cards weighed whose games played them without their text, or with a part of it."


class CoachSerializer(serializers.Serializer[Any]):
    """A draft looked back on."""

    draft = serializers.CharField()
    agreed = serializers.IntegerField(help_text="At how many picks the expert's card was taken.")
    picks = CoachedPickSerializer(many=True)
    turning_points = CoachedPickSerializer(many=True, help_text="The picks that cost most, dearest first.")
    deck = serializers.ListField(child=serializers.CharField(), help_text="The best thirty of the pool.")
    strength = DeckStrengthSerializer(allow_null=True)
    won_of_100 = serializers.IntegerField(help_text="Its games won of a hundred.")
    decks = ComparedDeckSerializer(many=True, help_text="One's own decks of that pool.")
    texts_not_whole = serializers.ListField(child=serializers.CharField(), help_text=TEXTS_NOT_WHOLE)


class HintSerializer(serializers.Serializer[Any]):
    """Hint: the cards an expert would weigh now."""

    draft = serializers.CharField()
    considered = WeighedCardSerializer(many=True, help_text="Best first.")
    why = serializers.CharField(allow_blank=True, help_text="Why the first, in the language of the answer.")
    texts_not_whole = serializers.ListField(child=serializers.CharField(), help_text=TEXTS_NOT_WHOLE)


class Coach(APIView):
    """Review of the caller's draft: each pick with what an expert would have weighed."""

    @seat_operation("drafts_coach", "Review your draft", responses=CoachSerializer)
    def get(self, request: Request, key: str) -> Response:
        """Return your draft pick by pick, with what an expert would have weighed. It only uses what your seat saw.
        409 until the draft is finished.
        """
        looking_back = look_back(key, who_of(request, key))
        body = {
            "draft": key,
            "agreed": looking_back.review.agreed,
            "picks": [_pick(pick) for pick in looking_back.review.picks],
            "turning_points": [_pick(pick) for pick in looking_back.review.turning_points],
            "deck": looking_back.review.deck,
            "strength": looking_back.review.strength,
            "won_of_100": looking_back.review.won_of_100,
            "decks": looking_back.decks,
            "texts_not_whole": looking_back.texts_not_whole,
        }
        return Response(CoachSerializer(body).data)


class Hint(APIView):
    """Hint at a practice table: what an expert would weigh now."""

    @seat_operation("drafts_hint", "Get the expert's pick", responses=HintSerializer)
    def get(self, request: Request, key: str) -> Response:
        """Return what an expert would pick from your packet. 403 unless this is a practice draft with the coach
        turned on and no other players.
        """
        hint = hint_of(key, who_of(request, key))
        body = {
            "draft": key,
            "considered": hint.considered,
            "why": _said(hint.why),
            "texts_not_whole": hint.texts_not_whole,
        }
        return Response(HintSerializer(body).data)


def _pick(pick: Reviewed) -> dict[str, Any]:
    return {
        "round": pick.entry.round,
        "number": pick.entry.number,
        "taken": pick.taken.code,
        "agreed": pick.agreed,
        "lost": pick.lost,
        "why": _said(pick.why),
        "better": _said(pick.better),
        "considered": pick.considered,
        "wheeled": pick.wheeled,
    }


def _said(why: Reason | None) -> str:
    return _(why.template) % why.params if why else ""
