"""Services of sharing by link: share a pool or stop sharing it, ask about a packet; and count answers."""

from datetime import date
from typing import Any

from django.db import transaction
from django.db.models import F

from common.errors import Conflict, Invalid, Missing
from common.text import gettext_noop
from drafts.core.packet_question import PickQuestion
from drafts.models import PacketQuestion, QuestionAnswer, SharedSeat, TodaysAnswer
from drafts.sharing.queries import (
    DEAD_LINK,
    PacketPoll,
    askable_packets,
    is_pool_still_secret,
    own_finished_seat,
    require_packets_public,
)
from drafts.table.loaded import Visitor


@transaction.atomic
def share_pool(key: str, visitor: Visitor, *, picks: bool) -> SharedSeat:
    """Share the visitor’s own pool by link, and its packets with `picks`; an existing link stays the same.

    Raises as `own_finished_seat`, with `picks` also as `require_packets_public`.
    """
    seat = own_finished_seat(key, visitor)
    if is_pool_still_secret(seat.draft):
        raise Conflict(gettext_noop("Everyone has the same cards. You can share them when all have built a deck."))
    if picks:
        require_packets_public(seat.draft)
    shared_seat, _made = SharedSeat.objects.update_or_create(seat=seat, defaults={"shows_picks": picks})
    return shared_seat


@transaction.atomic
def stop_sharing_pool(key: str, visitor: Visitor) -> None:
    """Remove the link; sharing again creates a new one."""
    SharedSeat.objects.filter(seat=own_finished_seat(key, visitor)).delete()


@transaction.atomic
def ask_packet_question(key: str, visitor: Visitor, *, round_number: int, number: int) -> PacketQuestion:
    """Share one of the visitor’s own packets as a question; asking twice returns the same question.

    Raises as `share_pool` with `picks`, and `Missing` for a packet that doesn’t exist or shows fewer than two cards.
    """
    seat = own_finished_seat(key, visitor)
    require_packets_public(seat.draft)
    if (round_number, number) not in askable_packets(seat):
        raise Missing(
            gettext_noop("You can only ask about a packet from your log that has at least two cards to choose from.")
        )
    packet_question, _made = PacketQuestion.objects.get_or_create(seat=seat, round=round_number, number=number)
    return packet_question


def count_packet_answer(poll: PacketPoll, code: str) -> None:
    """Count an answer for a card; raises `Invalid` if it isn’t in the packet."""
    _count_answer(poll.question, code, QuestionAnswer, question=poll.row)


def count_todays_answer(packet: PickQuestion, day: date, code: str) -> None:
    """Count an answer for a card; raises `Invalid` if it isn’t in that day’s packet."""
    _count_answer(packet, code, TodaysAnswer, day=day)


def remove_todays_answer(day: date, code: str) -> None:
    """Remove an answer for a card when a reader undoes their pick."""
    TodaysAnswer.objects.filter(day=day, card=code, count__gt=0).update(count=F("count") - 1)


@transaction.atomic
def _count_answer(
    packet: PickQuestion, code: str, answers: type[QuestionAnswer] | type[TodaysAnswer], **which: Any
) -> None:
    if code not in {card.code for card in packet.cards}:
        raise Invalid(gettext_noop("That card isn’t in this packet."))
    answers.objects.get_or_create(card=code, **which)
    answers.objects.filter(card=code, **which).update(count=F("count") + 1)


@transaction.atomic
def delete_packet_question(poll: PacketPoll) -> None:
    """Delete a question with its answers; raises `Missing` for anyone but its author."""
    if not poll.mine:
        raise Missing(DEAD_LINK)
    poll.row.delete()
