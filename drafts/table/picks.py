"""Picks: one short transaction for all that have come in at the same time, however many tables they are of."""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from django.db import connection, transaction
from django.utils import timezone

from common import metrics
from common.errors import Conflict, DomainError
from common.text import gettext_noop
from drafts.core.engine.errors import AlreadyPicked
from drafts.core.engine.play import Pick as PickMade
from drafts.core.engine.play import State, apply
from drafts.models import Draft, Pick, Plan
from drafts.table import group_commit, state_cache
from drafts.table.clocks import heard_of, settle
from drafts.table.permissions import own_seat
from drafts.table.queries import Loaded, Look, Who, load, load_row, look
from drafts.table.transactions import Moved, Turn, plan, play_on, ring_for, transact, write

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Ask:
    """Somebody wants to keep a card of the packet that is named by round and pick number."""

    key: str
    who: Who
    round: int
    number: int
    card: str
    asked: float = field(default_factory=time.perf_counter, compare=False)


class _Due(Exception):
    """The time of this table is up, or it is to be read anew before anybody is refused: this one is tried alone."""


@dataclass(frozen=True, slots=True)
class Taken:
    """What came of asks, in their order, and the tables that were written by them."""

    found: list[Loaded | Exception]
    written: list[Loaded]

    @property
    def notices(self) -> list[tuple[str, int]]:
        """What is to be rung."""
        return [(one.draft.topic, one.draft.version) for one in self.written]


def pick(key: str, *, who: Who, number_of_round: int, number: int, card: str) -> Look:
    """Keep a card of the packet that is named by round and pick number; bots that can pick then do.

    Saying the same once more changes nothing. Raises `AlreadyPicked` for another card of a packet that has been
    answered, and otherwise what the engine raises.
    """
    loaded = take(Ask(key, who, number_of_round, number, card))
    heard_of(loaded, who)
    return look(loaded, who)


def take(ask: Ask) -> Loaded:
    """The same; the draft with all its secrets, for the process that serves a seat."""
    if group_commit.running():
        return group_commit.write(ask)
    taken = take_all([ask])
    ring_for(taken.written)
    if isinstance(taken.found[0], Exception):
        raise taken.found[0]
    return taken.found[0]


def take_all(asks: Sequence[Ask]) -> Taken:
    """All picks that wait, in one transaction; whoever calls rings for what was written.

    First on the tables as this process holds them; when one of them has moved on, once more on their rows; and what
    fails together is tried one by one.
    """
    for fresh in (False, True):
        try:
            with transaction.atomic():
                taken = _take_all(asks, fresh=fresh)
            break
        except Moved:
            continue
        except Exception:
            logger.exception("Picks could not be written together; each is tried alone.")
            connection.close_if_unusable_or_obsolete()
            taken = Taken([_Due()] * len(asks), [])
            break
    else:
        taken = Taken([_Due()] * len(asks), [])
    found = [_tried(ask) if isinstance(one, _Due) else one for ask, one in zip(asks, taken.found, strict=True)]
    metrics.answered(ask.asked for ask, one in zip(asks, found, strict=True) if not isinstance(one, Exception))
    return Taken(found, taken.written)


def _tried(ask: Ask) -> Loaded | Exception:
    try:
        return _take_alone(ask)
    except Exception as error:
        return error


def _take_alone(ask: Ask) -> Loaded:
    """One pick in a transaction of its own, after what was due at its table."""

    def step() -> Loaded:
        loaded = load(ask.key)
        made = _made(loaded, ask)
        state = _after(loaded, loaded.state, made)
        if state is loaded.state or state is None:
            return loaded
        return play_on(loaded, state, [(made, Pick.By.PLAYER)], now=timezone.now())

    settle(ask.key)
    return transact(step)


def _take_all(asks: Sequence[Ask], *, fresh: bool) -> Taken:
    now = timezone.now()
    tables = _tables({ask.key for ask in asks}, fresh=fresh)
    turns: dict[str, Turn] = {}
    refused: dict[int, Exception] = {}
    for at, ask in enumerate(asks):
        loaded = tables.get(ask.key)
        if loaded is None or (loaded.draft.deadline is not None and loaded.draft.deadline <= now):
            refused[at] = _Due()
            continue
        before = turns[ask.key].state if ask.key in turns else loaded.state
        try:
            made = _made(loaded, ask)
            state = _after(loaded, before, made)
        except DomainError as error:
            # What is held may be older than the row: nobody is refused by it.
            refused[at] = error if fresh else _Due()
            continue
        if state is not None and state is not before:
            one = turns.setdefault(ask.key, Turn(loaded, state, [], now))
            one.state = state
            one.picks.append((made, Pick.By.PLAYER))
    written = write([plan(one) for one in turns.values()], before=now)
    tables |= {one.draft.key: one for one in written}
    return Taken([refused.get(at) or tables[ask.key] for at, ask in enumerate(asks)], written)


def _tables(keys: set[str], *, fresh: bool) -> dict[str, Loaded]:
    """The tables as they are held here, the others from their rows; all of them from their rows if `fresh`."""
    tables = {} if fresh else {key: one for key in keys if (one := state_cache.held(key)) is not None}
    if len(tables) < len(keys):
        rows = Draft.objects.select_related("host__user").filter(key__in=keys.difference(tables)).order_by("pk")
        if connection.features.has_select_for_update_of:
            rows = rows.select_for_update(of=("self",))
        tables |= {draft.key: load_row(draft) for draft in rows}
    return tables


def _made(loaded: Loaded, ask: Ask) -> PickMade:
    return PickMade(own_seat(loaded, ask.who).number, ask.round, ask.number, ask.card)


def _after(loaded: Loaded, state: State | None, made: PickMade) -> State | None:
    """The state after that pick; the same object when it was made already."""
    state = running(loaded, state)
    before = state.kept_at(made.seat, (made.round, made.number)) if 0 <= made.seat < len(state.hands) else ""
    if before:
        _same_or_refuse(before, made.card)
        return state
    if loaded.draft.paused is not None:
        raise Conflict(gettext_noop("The host has paused the draft; nothing was taken."))
    if loaded.draft.review_until is not None:
        raise Conflict(gettext_noop("Between the rounds everyone looks at his cards; nothing was taken."))
    return apply(state, made)


def _same_or_refuse(before: str, card: str) -> None:
    if before == card:
        return
    template = gettext_noop(
        "You have taken %(card)s of this packet already, perhaps in another tab or on another phone."
        " Nothing else was taken."
    )
    raise AlreadyPicked(template, {"card": before}, rule="DRAFT-19")


def running(loaded: Loaded, state: State | None = None) -> State:
    """The state of a draft that has begun; raises `Conflict` for one that has not or was called off."""
    state = state or loaded.state
    if state is None:
        raise Conflict(gettext_noop("The draft has not begun; the host begins it."))
    if loaded.draft.status == Draft.Status.ABORTED:
        raise Conflict(gettext_noop("The host has called this draft off."))
    return state


def plan_pick(key: str, *, who: Who, number_of_round: int, number: int, card: str) -> Look:
    """Choose in advance: the card counts if the time for this packet runs out. An empty card takes the plan back.

    Only the seat itself ever learns of it. Raises like `pick`.
    """

    def step() -> Look:
        loaded = load(key)
        seat = own_seat(loaded, who)
        if not card:
            Plan.objects.filter(seat=seat).delete()
            return look(loaded, who)
        apply(running(loaded), PickMade(seat.number, number_of_round, number, card))
        chosen = {"round": number_of_round, "number": number, "card": card}
        Plan.objects.update_or_create(seat=seat, defaults=chosen)
        return look(loaded, who)

    settle(key)
    return transact(step)


def planned(key: str, *, who: Who) -> str:
    """The card this seat has chosen in advance for the packet in front of it, if any; `NotAllowed` without a seat."""
    loaded = load(key)
    seat = own_seat(loaded, who)
    if loaded.state is None or not loaded.state.awaits(seat.number):
        return ""
    at, number = loaded.state.place(seat.number)
    found = Plan.objects.filter(seat=seat, round=at, number=number).values_list("card", flat=True).first()
    return found if found in loaded.state.packet(seat.number) else ""
