"""Picks: one short transaction for all that have come in at the same time, however many tables they are of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import connection, transaction
from django.utils import timezone

from common.errors import Conflict, DomainError
from common.text import gettext_noop
from drafts import writer
from drafts.clocks import heard_of, settle
from drafts.engine.errors import AlreadyPicked
from drafts.engine.play import Pick as PickMade
from drafts.engine.play import State, apply
from drafts.models import Draft, Pick, Plan
from drafts.queries import Loaded, Look, Who, hold, load, load_row, look
from drafts.rights import own_seat
from drafts.turns import Turn, plan, transact, write


@dataclass(frozen=True, slots=True)
class Ask:
    """Somebody wants to keep a card of the packet that is named by round and pick number."""

    key: str
    who: Who
    round: int
    number: int
    card: str


class _Due(Exception):
    """The time of this table is up: that is decided first."""


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
    return writer.write(ask) if writer.running() else take_alone(ask)


def take_alone(ask: Ask) -> Loaded:
    """One pick in a transaction of its own."""

    def step() -> Loaded:
        loaded = load(ask.key)
        state = _after(loaded, loaded.state, ask)
        if state is loaded.state or state is None:
            return loaded
        return write([plan(Turn(loaded, state, [(_made(loaded, ask), Pick.By.PLAYER)], timezone.now()))])[0]

    settle(ask.key)
    return transact(step)


def take_all(asks: Sequence[Ask]) -> list[Loaded | Exception]:
    """All picks that wait, in one transaction; of each what came of it. What fails together is tried one by one."""
    try:
        with transaction.atomic():
            found = _take_all(asks)
    except Exception:
        return [_tried(ask) for ask in asks]
    for one in found:
        if isinstance(one, Loaded):
            hold(one)
    return [_tried(ask) if isinstance(one, _Due) else one for ask, one in zip(asks, found, strict=True)]


def _tried(ask: Ask) -> Loaded | Exception:
    try:
        return take_alone(ask)
    except Exception as error:
        return error


def _take_all(asks: Sequence[Ask]) -> list[Loaded | Exception]:
    now = timezone.now()
    rows = Draft.objects.select_related("host__user").filter(key__in={ask.key for ask in asks}).order_by("pk")
    if connection.features.has_select_for_update_of:
        rows = rows.select_for_update(of=("self",))
    tables = {draft.key: load_row(draft) for draft in rows}
    turns: dict[str, Turn] = {}
    refused: dict[int, Exception] = {}
    for at, ask in enumerate(asks):
        loaded = tables.get(ask.key)
        if loaded is None or (loaded.draft.deadline is not None and loaded.draft.deadline <= now):
            refused[at] = _Due()
            continue
        before = turns[ask.key].state if ask.key in turns else loaded.state
        try:
            state = _after(loaded, before, ask)
        except DomainError as error:
            refused[at] = error
            continue
        if state is not None and state is not before:
            one = turns.setdefault(ask.key, Turn(loaded, state, [], now))
            one.state = state
            one.picks.append((_made(loaded, ask), Pick.By.PLAYER))
    tables |= {one.draft.key: one for one in write([plan(one) for one in turns.values()])}
    return [refused.get(at) or tables[ask.key] for at, ask in enumerate(asks)]


def _made(loaded: Loaded, ask: Ask) -> PickMade:
    return PickMade(own_seat(loaded, ask.who).number, ask.round, ask.number, ask.card)


def _after(loaded: Loaded, state: State | None, ask: Ask) -> State | None:
    """The state after that pick; the same object when it was made already."""
    made = _made(loaded, ask)
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
    """The card this seat has chosen in advance for the packet in front of it, if any."""
    loaded = load(key)
    seat = who.sits_at(loaded.seats)
    if seat is None or loaded.state is None or not loaded.state.awaits(seat.number):
        return ""
    at, number = loaded.state.place(seat.number)
    found = Plan.objects.filter(seat=seat, round=at, number=number).values_list("card", flat=True).first()
    return found if found in loaded.state.packet(seat.number) else ""
