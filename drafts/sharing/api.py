"""API of what is shown of a finished draft by link: one's pool, and packets as questions."""

from collections.abc import Iterable
from functools import partial
from typing import Any

from django.urls import reverse
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from cards.catalogue.queries import catalogue
from cards.core.facts import CardFacts
from common.api.bodies import body_of
from common.api.operations import operation
from common.api.pagination import page_of
from drafts.core.packet_question import answer_shares
from drafts.sharing import services
from drafts.sharing.queries import AskedPacket, asked_packet, pool_shown, questions_asked, shared_pool
from drafts.sharing.serializers import (
    PacketQuestionAnswer,
    PacketQuestionLine,
    PacketQuestionRequest,
    SharedPoolAnswer,
    ShownPoolAnswer,
    ShownPoolRequest,
)
from drafts.table.api_common import TOKEN, seat_operation
from drafts.table.identity import who_of


class ShownPool(APIView):
    """Own pool of a finished draft by link: read, show and hide."""

    @seat_operation("drafts_shown", "The link to my pool", responses=ShownPoolAnswer)
    def get(self, request: Request, key: str) -> Response:
        """404 as long as the pool is not shown."""
        return Response(ShownPoolAnswer(pool_shown(key, who_of(request, key))).data)

    @seat_operation("drafts_show", "Show my pool by link", request=ShownPoolRequest, responses=ShownPoolAnswer)
    def put(self, request: Request, key: str) -> Response:
        """Show the pool, with or without its packets; the link stays the same. 403 where these may not be shown."""
        asked = body_of(ShownPoolRequest, request, answer=ShownPoolAnswer)
        row = services.show_pool(key, who_of(request, key), picks=asked["picks"])
        return Response(ShownPoolAnswer(row).data)

    @seat_operation("drafts_hide", "Take the link to my pool back", responses={204: None})
    def delete(self, request: Request, key: str) -> Response:
        """The link opens nothing any more; the next one is another."""
        services.hide_pool(key, who_of(request, key))
        return Response(status=status.HTTP_204_NO_CONTENT)


class PacketQuestions(APIView):
    """Questions about packets of the caller's seat: list and ask."""

    @operation(
        "drafts",
        "drafts_questions",
        summary="The questions I ask about my packets",
        parameters=[TOKEN],
        page=PacketQuestionLine,
        filters=False,
    )
    def get(self, request: Request, key: str) -> Response:
        """In the order of the packets."""
        return page_of(request, questions_asked(key, who_of(request, key)), PacketQuestionLine)

    @seat_operation(
        "drafts_ask",
        "Ask what others would take of a packet",
        request=PacketQuestionRequest,
        responses={201: PacketQuestionLine},
    )
    def post(self, request: Request, key: str) -> Response:
        """A packet of my own log, where packets may be shown; asked twice it is the same question."""
        asked = body_of(PacketQuestionRequest, request)
        row = services.ask(key, who_of(request, key), number_of_round=asked["round"], number=asked["number"])
        made = {"Location": reverse("drafts_api:question", args=[row.key])}
        return Response(PacketQuestionLine(row).data, status=status.HTTP_201_CREATED, headers=made)


class SharedPoolDetail(APIView):
    """Pool that its player shows: read by link."""

    @operation("drafts", "drafts_shared_pool", summary="A pool by its link", response=SharedPoolAnswer)
    def get(self, request: Request, key: str) -> Response:
        """For everybody who has the key: the cards, and the packets where the player shows these too."""
        seen = shared_pool(key, partial(who_of, request))
        known = catalogue().by_code
        body: dict[str, Any] = {"row": seen.row, "seat": seen.seat, "mine": seen.mine, "entries": seen.entries}
        body["cards"] = _cards(known[code] for code in seen.codes if code in known)
        return Response(SharedPoolAnswer(body).data)


class PacketQuestionDetail(APIView):
    """Packet as a question: read by link, take back."""

    @operation("drafts", "drafts_question", summary="A packet as a question by its link", response=PacketQuestionAnswer)
    def get(self, request: Request, key: str) -> Response:
        """For everybody who has the key: what would you take? Who asks reads the answers, too."""
        return Response(PacketQuestionAnswer(_question(asked_packet(key, partial(who_of, request)))).data)

    @operation("drafts", "drafts_question_back", summary="Take a question of mine back", parameters=[TOKEN])
    def delete(self, request: Request, key: str) -> Response:
        """The question goes with its answers; 404 for everybody else."""
        services.take_back(asked_packet(key, partial(who_of, request)))
        return Response(status=status.HTTP_204_NO_CONTENT)


def _question(asked: AskedPacket) -> dict[str, Any]:
    row, question = asked.row, asked.question
    body: dict[str, Any] = {name: getattr(row, name) for name in ("key", "get_absolute_url", "round", "number", "seat")}
    body |= {"cards": _cards(question.cards), "held": _cards(question.held), "is_mine": asked.mine, "answers": None}
    if asked.mine:
        counts = dict(row.answers.values_list("card", "count"))
        count, shares = answer_shares(question, counts, "", asked.entry.taken)
        body["answers"] = {"count": count, "cards": shares}
    return body


def _cards(cards: Iterable[CardFacts]) -> list[dict[str, str]]:
    return [
        {"code": card.code, "name": card.label, "people": card.people.value, "type": card.type.value} for card in cards
    ]
