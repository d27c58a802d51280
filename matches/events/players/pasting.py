"""Writing pasted lists of players: taking back what one paste has entered."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction

from accounts.models import Person
from common.errors import Conflict
from common.text import gettext_noop
from matches.core.tournament import Deed
from matches.events.transactions import lock_for_update, log_action
from matches.models import Registration


@transaction.atomic
def take_paste_back(*, by: Person | None, key: str, first: int, last: int) -> int:
    """Take the players numbered `first` to `last` off the list again; the number of those who were still there.

    Raises `Conflict` once a round is paired, and where somebody has taken a place or sits at a draft table.
    """
    view = lock_for_update(by=by, key=key, deed=Deed.ADMIT)
    gone = [one for one in view.players if first <= one.number <= last]
    if view.rounds:
        raise Conflict(gettext_noop("Round 1 is paired: drop players instead, one by one."))
    _require_nobody_behind(gone)
    Registration.objects.filter(pk__in=[one.pk for one in gone]).delete()
    for one in gone:
        log_action(view.event, by=by, kind="removed", name=one.name)
    return len(gone)


def _require_nobody_behind(players: Sequence[Registration]) -> None:
    taken = [one.name for one in players if one.person_id is not None or one.pod_id is not None]
    if taken:
        template = gettext_noop("%(names)s have taken their places meanwhile. Drop the others one by one.")
        raise Conflict(template, {"names": ", ".join(taken[:8])})
