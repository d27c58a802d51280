"""What a group has played between two days: its matches and those of its events, in the order of play."""

from __future__ import annotations

from datetime import date, datetime

from django.utils import timezone

from matches.models import Group
from matches.models_events import Event
from matches.queries import group_view
from matches.queries_events import view_of
from matches.seasons import Encounter


def encounters_of(group: Group, *, first: date | None = None, last: date | None = None) -> list[Encounter]:
    """The finished matches, oldest first; a name is somebody, in the group and in its events alike."""
    found: list[tuple[datetime, Encounter]] = []
    for view in group_view(group.key).matches:
        if view.winner is not None:
            a, b = view.players
            found.append((view.match.created, Encounter(a.name, b.name, a.crystals, b.crystals, view.winner.name)))
    for event in Event.objects.filter(group=group).select_related("owner__user", "group"):
        for round_ in view_of(event).rounds:
            for one in round_.pairings:
                if one.b is None or one.outcome is None:
                    continue
                winner = one.winner.name if one.winner else ""
                found.append((round_.row.paired, Encounter(one.a.name, one.b.name, *one.crystals, winner)))
    found.sort(key=lambda each: each[0])
    return [one for at, one in found if _within(at, first, last)]


def _within(at: datetime, first: date | None, last: date | None) -> bool:
    day = timezone.localdate(at)
    return (first is None or day >= first) and (last is None or day <= last)
