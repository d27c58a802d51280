"""Answers to today's packet: counting one, removing it again, and what others have taken."""

from datetime import date

from django.db import transaction
from django.db.models import F

from common.errors import Invalid
from common.text import gettext_noop
from drafts.core.packet_question import PickQuestion
from drafts.models import TodaysAnswer


def todays_answer_counts(day: date) -> dict[str, int]:
    """Return the number of answers by code for the packet of a day. One query."""
    return answer_counts_by_day(day, day).get(day, {})


def answer_counts_by_day(first: date, last: date) -> dict[date, dict[str, int]]:
    """Return the days with answers between two, newest first, and the number of answers by code. One query."""
    found: dict[date, dict[str, int]] = {}
    rows = TodaysAnswer.objects.filter(day__range=(first, last), count__gt=0).order_by("-day", "card")
    for day, card, count in rows.values_list("day", "card", "count"):
        found.setdefault(day, {})[card] = count
    return found


@transaction.atomic
def count_todays_answer(packet: PickQuestion, day: date, code: str) -> None:
    """One more who would take a card; raises `Invalid` for a card that is not in the packet of that day."""
    if code not in {card.code for card in packet.cards}:
        raise Invalid(gettext_noop("That card isn’t in this packet."))
    TodaysAnswer.objects.get_or_create(day=day, card=code)
    TodaysAnswer.objects.filter(day=day, card=code).update(count=F("count") + 1)


def remove_todays_answer(day: date, code: str) -> None:
    """Count one fewer for a card, after a reader has undone a pick."""
    TodaysAnswer.objects.filter(day=day, card=code, count__gt=0).update(count=F("count") - 1)
