"""Queries of today's packet: how many took which card."""

from datetime import date

from drafts.models import TodaysAnswer


def answers_of(day: date) -> dict[str, int]:
    """How many would take each card of the packet of a day, by code; one query."""
    return dict(TodaysAnswer.objects.filter(day=day).values_list("card", "count"))
