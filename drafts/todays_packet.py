"""Answers to today’s packet: count and remove answers."""

from datetime import date

from django.db import transaction
from django.db.models import F

from common.errors import Invalid
from common.text import gettext_noop
from drafts.core.packet_question import PickQuestion
from drafts.models import TodaysAnswer


def todays_answer_counts(day: date) -> dict[str, int]:
    """Return the number of answers to a day’s packet by card code. One query."""
    return answer_counts_by_day(day, day).get(day, {})


def answer_counts_by_day(first: date, last: date) -> dict[date, dict[str, int]]:
    """Return the number of answers by card code for each day with answers, newest first. One query."""
    found: dict[date, dict[str, int]] = {}
    rows = TodaysAnswer.objects.filter(day__range=(first, last), count__gt=0).order_by("-day", "card")
    for day, card, count in rows.values_list("day", "card", "count"):
        found.setdefault(day, {})[card] = count
    return found


@transaction.atomic
def count_todays_answer(packet: PickQuestion, day: date, code: str) -> None:
    """Count an answer for a card; raises `Invalid` if it isn’t in that day’s packet."""
    if code not in {card.code for card in packet.cards}:
        raise Invalid(gettext_noop("That card isn’t in this packet."))
    TodaysAnswer.objects.get_or_create(day=day, card=code)
    TodaysAnswer.objects.filter(day=day, card=code).update(count=F("count") + 1)


def remove_todays_answer(day: date, code: str) -> None:
    """Remove an answer for a card, after a reader has undone their pick."""
    TodaysAnswer.objects.filter(day=day, card=code, count__gt=0).update(count=F("count") - 1)
