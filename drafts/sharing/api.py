"""API of pools and packets shared by link, and its serializers."""

from collections.abc import Iterable
from functools import partial
from typing import Any

from django.urls import reverse
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from cards.catalogue.queries import catalogue
from cards.core.facts import CardFacts
from common.api.bodies import body_of
from common.api.operations import operation
from common.api.pagination import page_of
from common.api.shapes import fields
from drafts.archive.serializers import LoggedPickSerializer, PoolCardSerializer
from drafts.core.packet_question import total_and_shares
from drafts.models import SharedSeat
from drafts.sharing import services
from drafts.sharing.queries import PacketPoll, own_packet_questions, own_pool_share, packet_poll, shared_pool_by_key
from drafts.table.api_common import TOKEN_PARAMETER, seat_operation
from drafts.table.identity import visitor_of

ShowPoolSerializer = fields(
    "ShowPoolSerializer", "What to share of the caller’s seat.", picks=serializers.BooleanField(default=False)
)


class PoolShareSerializer(serializers.Serializer[SharedSeat]):
    """A shared pool: its page, and its key, which is all that others need to read it."""

    key = serializers.CharField()
    url = serializers.CharField(source="get_absolute_url")
    picks = serializers.BooleanField(source="shows_picks", help_text="Whether packets and picks are shared, too.")


class SharedPoolSerializer(serializers.Serializer[Any]):
    """A shared pool as anyone with its key may see it."""

    key = serializers.CharField(source="row.key")
    url = serializers.CharField(source="row.get_absolute_url")
    name = serializers.CharField(source="seat.draft.name", allow_blank=True)
    player = serializers.CharField(source="seat.nickname")
    is_mine = serializers.BooleanField(source="mine")
    cards = PoolCardSerializer(many=True)
    picks = LoggedPickSerializer(many=True, source="entries")


class NewPacketQuestionSerializer(serializers.Serializer[Any]):
    """The packet to ask about."""

    round = serializers.IntegerField(min_value=1, max_value=99, help_text="The round, from 1.")
    number = serializers.IntegerField(min_value=1, max_value=99, help_text="The pick in its round, from 1.")


class PacketQuestionLineSerializer(serializers.Serializer[Any]):
    """A question of the caller."""

    key = serializers.CharField()
    url = serializers.CharField(source="get_absolute_url")
    round = serializers.IntegerField()
    number = serializers.IntegerField(help_text="The pick in its round, from 1.")


class AnswerShareSerializer(serializers.Serializer[Any]):
    """A card of the packet, and who would pick it."""

    code = serializers.CharField(source="card.code")
    percent = serializers.IntegerField(help_text="The share of answers, in percent.")
    bot = serializers.BooleanField(help_text="Whether the bot would pick it.")
    player = serializers.BooleanField(source="asker", help_text="Whether the player who asks picked it.")


class QuestionAnswersSerializer(serializers.Serializer[Any]):
    """The answers to a question."""

    count = serializers.IntegerField(help_text="The number of answers.")
    cards = AnswerShareSerializer(many=True)


class PacketQuestionSerializer(PacketQuestionLineSerializer):
    """A shared packet as anyone with its key may see it; only its author sees the answers."""

    name = serializers.CharField(source="seat.draft.name", allow_blank=True)
    player = serializers.CharField(source="seat.nickname")
    cards = PoolCardSerializer(many=True, help_text="The cards of the packet.")
    held = PoolCardSerializer(many=True, help_text="The cards the player already had.")
    is_mine = serializers.BooleanField()
    answers = QuestionAnswersSerializer(allow_null=True, help_text="Null for everyone but the player who asks.")


class OwnPoolShareDetail(APIView):
    """Link to the caller’s pool of a finished draft: read, share, stop sharing."""

    @seat_operation("pool_shares_read", "Get the link to your pool", responses=PoolShareSerializer)
    def get(self, request: Request, key: str) -> Response:
        """Return the link; 404 if your pool is not shared."""
        return Response(PoolShareSerializer(own_pool_share(key, visitor_of(request, key))).data)

    @seat_operation(
        "pool_shares_save", "Share your pool by link", request=ShowPoolSerializer, responses=PoolShareSerializer
    )
    def put(self, request: Request, key: str) -> Response:
        """Share your pool, with or without its packets, and return the link, which stays the same. 403 if packets
        cannot be shown.
        """
        data = body_of(ShowPoolSerializer, request, answer=PoolShareSerializer)
        row = services.share_pool(key, visitor_of(request, key), picks=data["picks"])
        return Response(PoolShareSerializer(row).data)

    @seat_operation("pool_shares_delete", "Stop sharing your pool", responses={204: None})
    def delete(self, request: Request, key: str) -> Response:
        """Turn off the link. Sharing the pool again creates a new one."""
        services.stop_sharing_pool(key, visitor_of(request, key))
        return Response(status=status.HTTP_204_NO_CONTENT)


class PacketQuestionList(APIView):
    """Questions about packets of the caller's seat: list and ask."""

    @operation(
        "drafts",
        "packet_questions_list",
        summary="List your questions about a draft",
        parameters=[TOKEN_PARAMETER],
        page=PacketQuestionLineSerializer,
        filters=False,
    )
    def get(self, request: Request, key: str) -> Response:
        """Return the questions you asked about your packets, in the order of the packets."""
        return page_of(request, own_packet_questions(key, visitor_of(request, key)), PacketQuestionLineSerializer)

    @seat_operation(
        "packet_questions_create",
        "Ask others about a packet",
        request=NewPacketQuestionSerializer,
        responses={201: PacketQuestionLineSerializer},
    )
    def post(self, request: Request, key: str) -> Response:
        """Create a question about a packet of your own log and return it, if packets can be shown. Asking twice
        returns the same question.
        """
        data = body_of(NewPacketQuestionSerializer, request)
        row = services.ask_question(key, visitor_of(request, key), number_of_round=data["round"], number=data["number"])
        made = {"Location": reverse("drafts_api:question", args=[row.key])}
        return Response(PacketQuestionLineSerializer(row).data, status=status.HTTP_201_CREATED, headers=made)


class SharedPoolDetail(APIView):
    """Shared pool: read by link."""

    @operation("drafts", "shared_pools_read", summary="Get a shared pool", response=SharedPoolSerializer)
    def get(self, request: Request, key: str) -> Response:
        """Return the cards, for anyone with the key, and the packets if the player shares those as well."""
        shared = shared_pool_by_key(key, partial(visitor_of, request))
        known = catalogue().by_code
        body: dict[str, Any] = {"row": shared.row, "seat": shared.seat, "mine": shared.mine, "entries": shared.entries}
        body["cards"] = _cards_data(known[code] for code in shared.codes if code in known)
        return Response(SharedPoolSerializer(body).data)


class PacketQuestionDetail(APIView):
    """Packet as a question: read by link, delete."""

    @operation("drafts", "packet_questions_read", summary="Get a shared packet", response=PacketQuestionSerializer)
    def get(self, request: Request, key: str) -> Response:
        """Return the packet and its question, “What would you pick?”, for anyone with the key. The person
        who asked also gets the answers.
        """
        poll = packet_poll(key, partial(visitor_of, request))
        return Response(PacketQuestionSerializer(_packet_question_data(poll)).data)

    @operation(
        "drafts", "packet_questions_delete", summary="Delete one of your questions", parameters=[TOKEN_PARAMETER]
    )
    def delete(self, request: Request, key: str) -> Response:
        """Delete the question with its answers. 404 for everyone but its author."""
        services.delete_packet_question(packet_poll(key, partial(visitor_of, request)))
        return Response(status=status.HTTP_204_NO_CONTENT)


def _packet_question_data(poll: PacketPoll) -> dict[str, Any]:
    row, question = poll.row, poll.question
    body: dict[str, Any] = {name: getattr(row, name) for name in ("key", "get_absolute_url", "round", "number", "seat")}
    body |= {"cards": _cards_data(question.cards), "held": _cards_data(question.pool)}
    body |= {"is_mine": poll.mine, "answers": None}
    if poll.mine:
        counts = dict(row.answers.values_list("card", "count"))
        count, shares = total_and_shares(question, counts, "", poll.entry.taken)
        body["answers"] = {"count": count, "cards": shares}
    return body


def _cards_data(cards: Iterable[CardFacts]) -> list[dict[str, str]]:
    return [
        {"code": card.code, "name": card.label, "people": card.people.value, "type": card.type.value} for card in cards
    ]
