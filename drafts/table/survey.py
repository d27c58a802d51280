"""Survey of all open tables: their versions, and which of their seats have fallen silent."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from django.utils import timezone

from drafts.models import Draft, Seat
from drafts.table.clocks import note_presences
from drafts.table.loaded import Loaded, Who

# A seat without contact for this long is shown as away; earlier where the agreed grace is shorter.
SILENT_AFTER = timedelta(seconds=20)


def survey(rooms: Mapping[str, tuple[Loaded | None, Sequence[Who]]]) -> dict[str, tuple[int, dict[int, datetime]]]:
    """By key: the version of the row, and until when the bots of silent seats wait. Two queries for all tables.

    Everybody who has a socket open at a table is noted as present first; a draft that has ended is None.
    """
    note_presences((loaded, who) for loaded, readers in rooms.values() if loaded is not None for who in readers)
    versions = dict(Draft.objects.filter(key__in=list(rooms)).values_list("key", "version"))
    away: dict[str, dict[int, datetime]] = {key: {} for key in versions}
    now = timezone.now()
    seats = Seat.objects.filter(
        draft__key__in=list(rooms), draft__status=Draft.Status.DRAFTING, is_bot=False, away_at__isnull=False
    ).values_list("draft__key", "number", "away_at", "draft__grace_seconds")
    for key, number, until, grace_seconds in seats:
        if until is not None and key in away and _is_silent(now, until, timedelta(seconds=grace_seconds or 0)):
            away[key][number] = until
    return {key: (version, away[key]) for key, version in versions.items()}


def _is_silent(now: datetime, until: datetime, grace: timedelta) -> bool:
    """Whether a seat whose bot waits until then was last seen too long ago."""
    return now - (until - grace) >= min(SILENT_AFTER, grace * 0.75)
