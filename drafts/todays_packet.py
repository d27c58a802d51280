"""Answers to today's packet: counting one, and what others have taken."""

from datetime import date

from django.db import transaction
from django.db.models import F

from common.errors import Invalid
from common.text import gettext_noop
from drafts.core.packet_question import Question
from drafts.models import TodaysAnswer


def answers_of(day: date) -> dict[str, int]:
    """Return the number of answers by code for the packet of a day. One query."""
    return dict(TodaysAnswer.objects.filter(day=day).values_list("card", "count"))


@transaction.atomic
def count_answer(packet: Question, day: date, code: str) -> None:
    """One more who would take a card; raises `Invalid` for a card that is not in the packet of that day."""
    if code not in {card.code for card in packet.cards}:
        raise Invalid(gettext_noop("That card isn’t in this packet."))
    TodaysAnswer.objects.get_or_create(day=day, card=code)
    TodaysAnswer.objects.filter(day=day, card=code).update(count=F("count") + 1)
