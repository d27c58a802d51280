"""How a draft is written: one short transaction that ends in a compare-and-set on its version, then the bell.

Two requests may read the same version; only one of them writes it on, the other reads again. (SQLite serialises them
anyway: its transactions take the write lock from their start.)
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any, TypeVar

from django.db import IntegrityError, transaction
from django.db.models import F

from cards.queries import catalogue
from common.errors import Conflict
from common.text import gettext_noop
from decks.services import create_pool
from drafts.engine.bots import play_bots
from drafts.engine.play import Pick as PickMade
from drafts.engine.play import State
from drafts.models import Draft, Pick
from drafts.queries import Loaded
from live.bell import ring

T = TypeVar("T")
ATTEMPTS = 20


class Moved(Exception):
    """Somebody else has written this draft in the meantime: read it again."""


def transact(step: Callable[[], T]) -> T:
    """Run a step in a transaction, anew when somebody else was faster."""
    for _attempt in range(ATTEMPTS):
        try:
            with transaction.atomic():
                return step()
        except (Moved, IntegrityError):
            continue
    raise Conflict(gettext_noop("Too many are writing at this table at once. Nothing was changed; try again."))


def turn(draft: Draft, **changes: Any) -> None:
    """Write the next version if nobody has, and ring; raises `Moved` when somebody has."""
    changed = Draft.objects.filter(pk=draft.pk, version=draft.version).update(version=F("version") + 1, **changes)
    if not changed:
        raise Moved
    draft.version += 1
    for name, value in changes.items():
        setattr(draft, name, value)
    ring(draft.topic, draft.version)


def play_on(
    loaded: Loaded, state: State, picks: Sequence[tuple[PickMade, str]], *, now: datetime, **changes: Any
) -> Loaded:
    """Let the bots pick that can, then write all picks and the new version at once."""
    draft, bots = loaded.draft, loaded.bots
    made = list(picks)
    if bots.intersection(state.awaited):
        cards = catalogue().by_code
        state, by_bots = play_bots(state, bots, cards, seed=draft.deal.seed, characters=draft.characters)
        made += [(one, Pick.By.BOT) for one in by_bots]
    Pick.objects.bulk_create(
        Pick(draft=draft, seat=one.seat, round=one.round, number=one.number, card=one.card, by=by, made=now)
        for one, by in made
    )
    changes["deadline"] = _deadline(loaded, state, now=now)
    if state.over:
        changes |= {"status": Draft.Status.DONE, "finished": now}
        _save_pools(loaded, state)
    turn(draft, **changes)
    return dataclasses.replace(loaded, state=state, picks=(*loaded.picks, *(one for one, _by in made)))


def _deadline(loaded: Loaded, state: State, *, now: datetime) -> datetime | None:
    """A new packet starts the clock anew; it stays as it is while others choose of the same step."""
    before, seconds = loaded.state, loaded.draft.pick_seconds
    if seconds is None or state.over:
        return None
    same_step = before is not None and (before.round, before.number) == (state.round, state.number)
    if same_step and loaded.draft.deadline is not None:
        return loaded.draft.deadline
    return now + timedelta(seconds=seconds)


def _save_pools(loaded: Loaded, state: State) -> None:
    """What each person has kept becomes a pool of his (DRAFT-12, DECK-18)."""
    for seat in loaded.seats:
        if seat.person is not None:
            draft = loaded.draft
            seat.pool = create_pool(
                owner=seat.person, name=draft.name, codes=state.hands[seat.number], source=f"draft:{draft.key}"
            )
            seat.save(update_fields=["pool"])
