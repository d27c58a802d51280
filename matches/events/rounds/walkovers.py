"""Walkovers in a cut: who has dropped between its rounds gives the match to the opponent, so that nobody waits."""

from __future__ import annotations

from django.db.models import F, Q

from accounts.models import Person
from matches.core import scoring
from matches.events.queries import table_by
from matches.events.result_services import store_result
from matches.models import Event, Pairing, Round


def settle_walkovers(event: Event, row: Round, *, by: Person | None) -> None:
    """Write the result of every table of a round of the cut where one of the two has dropped.

    Where both have, the table stays open: who has won is for the desk to say.
    """
    left, right = Q(a__dropped__isnull=True), Q(b__dropped__isnull=True)
    rows = Pairing.objects.filter(round=row).filter((left & ~right) | (right & ~left))
    target = int(event.sheet.get("target", scoring.TARGET))
    for pk, has_left in rows.values_list("pk", F("a__dropped")):
        crystals = (0, target) if has_left is not None else (target, 0)
        store_result(event, row, table_by(event, pk)[1], crystals, how=Pairing.Settled.STAFF, by=by)
