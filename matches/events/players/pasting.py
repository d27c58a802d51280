"""Pasted lists of players: taking back what one paste has entered."""

from collections.abc import Sequence

from accounts.models import Person
from common.errors import Conflict
from common.text import gettext_noop
from matches.core.tournament import Deed
from matches.events.transactions import event_transaction, lock_for_update, log_actions
from matches.models import Registration


@event_transaction
def take_paste_back(*, by: Person | None, key: str, first: int, last: int) -> int:
    """Take the players numbered `first` to `last` off the list again; the number of those who were still there.

    Raises `Conflict` once a round is paired, and where somebody has taken a place or sits at a draft table.
    """
    view = lock_for_update(by=by, key=key, deed=Deed.ADMIT)
    gone = [player for player in view.players if first <= player.number <= last]
    if view.rounds:
        raise Conflict(gettext_noop("Round 1 is paired: drop players instead, one by one."))
    _require_nobody_behind(gone)
    Registration.objects.filter(pk__in=[player.pk for player in gone]).delete()
    log_actions(view.event, by=by, kind="removed", abouts=[{"name": player.name} for player in gone])
    return len(gone)


def _require_nobody_behind(players: Sequence[Registration]) -> None:
    taken = [player.name for player in players if player.person_id is not None or player.pod_id is not None]
    if taken:
        template = gettext_noop("%(names)s have taken their places meanwhile. Drop the others one by one.")
        raise Conflict(template, {"names": ", ".join(taken[:8])})
