"""API of strength: games in the background, their progress, and applying swaps."""

from typing import Any

from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.identity import get_or_create_person, person_of
from cards.catalogue.queries import catalogue
from common.api.bodies import valid_body
from common.api.operations import operation
from common.rate_limits import client_address_digest
from decks.deck.choice import chosen_deck
from decks.deck.queries import visible_deck
from decks.deck.serializers import DeckSerializer
from decks.models import SearchJob
from decks.strength import services
from decks.strength.services import is_deck_unchanged

_GAMES_JOB_KINDS = [SearchJob.Kind.STRENGTH.value, SearchJob.Kind.SWAPS.value, SearchJob.Kind.MATCH.value]


class FiguresSerializer(serializers.Serializer[Any]):
    """Crystals won minus lost per game, with the 95% interval."""

    value = serializers.FloatField()
    low = serializers.FloatField(help_text="The lower end of the 95% interval.")
    high = serializers.FloatField(help_text="The upper end of the 95% interval.")
    games = serializers.IntegerField()
    won = serializers.IntegerField(default=None, allow_null=True)


class AgainstSerializer(FiguresSerializer):
    """Crystals a game against the published deck of a people."""

    people = serializers.CharField()


class TriedSwapSerializer(serializers.Serializer[Any]):
    """A card out and a card in, and how much it brought in the same games with and without it."""

    out = serializers.CharField()
    into = serializers.CharField()
    moons = serializers.IntegerField(help_text="The change in moons used.")
    gain = serializers.FloatField(help_text="The gain predicted from card values, in crystals per game.")
    checked = FiguresSerializer(allow_null=True, help_text="The gain in games that were not used to choose it.")
    screened = FiguresSerializer(allow_null=True, help_text="The gain in the few games that chose the best swaps.")


class StrengthJobSerializer(serializers.Serializer[Any]):
    """Test games of a deck: their progress, and the result so far."""

    key = serializers.CharField()
    deck = serializers.CharField()
    version = serializers.IntegerField(help_text="The deck’s version in these games.")
    current = serializers.BooleanField(help_text="Whether the deck is unchanged since then.")
    kind = serializers.ChoiceField(choices=_GAMES_JOB_KINDS)
    status = serializers.ChoiceField(choices=SearchJob.State.values)
    percent = serializers.IntegerField()
    each = AgainstSerializer(many=True, help_text="For a strength job: the result against each preconstructed deck.")
    all = FiguresSerializer(allow_null=True, help_text="For a strength job: the average against all nine.")
    swaps = TriedSwapSerializer(many=True, help_text="For a swap job: the suggestions, best first.")
    match = FiguresSerializer(allow_null=True, help_text="For a match job: the result against the other deck.")
    texts_not_whole = serializers.ListField(child=serializers.CharField())


class AskStrengthSerializer(serializers.Serializer[Any]):
    """Request for games: against the nine published decks, to try swaps, or against another deck."""

    kind = serializers.ChoiceField(choices=_GAMES_JOB_KINDS, default=SearchJob.Kind.STRENGTH.value)
    other = serializers.CharField(
        max_length=16, required=False, help_text="For a match job: the key of the other deck."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Require another deck for the kind that needs one, and only for that."""
        if (attrs["kind"] == SearchJob.Kind.MATCH) != ("other" in attrs):
            raise serializers.ValidationError({"other": "The kind “match” names another deck, and no other kind does."})
        return attrs


class SwapSerializer(serializers.Serializer[Any]):
    """One of the proposed swaps."""

    out = serializers.CharField(max_length=40)
    into = serializers.CharField(max_length=40)


def _games_job_response(job: SearchJob, *, code: int = status.HTTP_200_OK) -> Response:
    result = job.result or {}
    answer = {
        "key": job.key,
        "deck": job.own_deck.key,
        "version": job.deck_version,
        "current": is_deck_unchanged(job),
        "kind": job.kind,
        "status": job.state,
        "percent": job.percent,
        "each": result.get("each", []),
        "all": result.get("all"),
        "swaps": [{"screened": None, **swap} for swap in result.get("swaps", [])],
        "match": result.get("match"),
        "texts_not_whole": result.get("without_text", []),
    }
    return Response(StrengthJobSerializer(answer).data, status=code)


class StrengthOfDeck(APIView):
    """Test games of a deck: start a job."""

    @operation("decks", "strength_jobs_create", request=AskStrengthSerializer, responses={202: StrengthJobSerializer})
    def post(self, request: Request, key: str) -> Response:
        """Start playing games with a deck and return the job, which tells you the progress. This stops your earlier
        job for the same deck."""
        data = valid_body(AskStrengthSerializer, request)
        person = get_or_create_person(request)
        deck = visible_deck(key, person)
        other = chosen_deck(request, data["other"], person) if "other" in data else None
        kind = SearchJob.Kind(data["kind"])
        job = services.start_games_job(
            row=deck,
            person=person,
            kind=kind,
            cards=catalogue(),
            other=other,
            asked_from=client_address_digest(request),
        )
        return _games_job_response(job, code=status.HTTP_202_ACCEPTED)


class StrengthJobDetail(APIView):
    """Job of test games: read its state and results."""

    @operation("decks", "strength_jobs_read", response=StrengthJobSerializer)
    def get(self, request: Request, key: str) -> Response:
        """Return the progress of the games and the results so far. Only for the member who started them."""
        return _games_job_response(services.games_job_for(key, person_of(request)))


class StopStrength(APIView):
    """Job of test games: stop it."""

    @operation("decks", "strength_jobs_stop", response=StrengthJobSerializer)
    def post(self, request: Request, key: str) -> Response:
        """Stop after the current game and return the result. Games already played count."""
        return _games_job_response(services.stop_games_job(key=key, person=person_of(request)))


class MakeSwap(APIView):
    """Swap of two cards that test games proposed: make it in the deck."""

    @operation("decks", "strength_jobs_swap", request=SwapSerializer, response=DeckSerializer)
    def post(self, request: Request, key: str) -> Response:
        """Apply a suggested swap and return the deck. It is one change, so it can be undone; 409 if the deck has
        changed since."""
        person = person_of(request)
        services.games_job_for(key, person)
        data = valid_body(SwapSerializer, request)
        deck = services.make_swap(key=key, person=person, out=data["out"], into=data["into"])
        context = {"catalogue": catalogue(deck.game), "person": person}
        return Response(DeckSerializer(visible_deck(deck.key, person), context=context).data)
