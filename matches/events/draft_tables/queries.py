"""Queries of draft tables for the organiser: who sits there, who is here, how far it has come."""

from dataclasses import dataclass

from django.db.models import Count

from drafts.models import Draft, Seat
from matches.models import Event, Pod


@dataclass(frozen=True, slots=True)
class DraftTable:
    """A draft table: its seats in order and how many cards were picked."""

    pod: Pod
    seats: tuple[Seat, ...]
    picked: int

    @property
    def is_open(self) -> bool:
        """Whether it can still be called off."""
        return self.pod.draft.status in Draft.OPEN


def draft_tables(event: Event) -> list[DraftTable]:
    """The tables in their order, in a fixed number of queries."""
    rows = event.pods.select_related("draft", "paper").prefetch_related("draft__seats")
    return [
        DraftTable(pod, tuple(sorted(pod.draft.seats.all(), key=lambda seat: seat.number)), pod.picked)
        for pod in rows.annotate(picked=Count("draft__picks"))
    ]
