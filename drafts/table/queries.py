"""Reading drafts. `load` holds the secrets and is for the services; pages and API get a `Look`, built from nothing."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from typing import TypeVar

from django.db import connection
from django.db.models import Model, Q, QuerySet
from django.db.models.base import ModelState
from django.utils import timezone

from accounts.models import Person
from cards.core.facts import People
from common.errors import Missing
from common.text import gettext_noop
from drafts.core.engine.bot_levels import Company
from drafts.core.engine.clock import host_is_gone
from drafts.core.engine.errors import AlreadyPicked
from drafts.core.engine.play import Pick as PickMade
from drafts.core.engine.play import apply, replay
from drafts.core.engine.setup import Flow, House, Setup, Step8
from drafts.core.engine.view import Table, View, table_of
from drafts.models import Deal, Draft, Pick, Seat
from drafts.table import state_cache
from drafts.table.loaded import Loaded, Who
from drafts.table.seat_view import OwnFacts, own_facts, own_view, seat_facts

Row = TypeVar("Row", bound=Model)


@dataclass(frozen=True, slots=True)
class SeatLook:
    """What everyone sees of a seat."""

    number: int
    name: str
    is_bot: bool
    is_free: bool
    is_kept: bool
    is_host: bool
    has_person: bool
    is_me: bool
    ready: bool
    picked: bool
    awaited: bool
    packets: int
    kept: int


@dataclass(frozen=True, slots=True)
class Look:
    """A draft as one reader sees it: public facts, and the view of their own seat if they have one.

    `view` is None for a stranger, and for everyone before the draft begins; `pool_key` names the saved pool, and
    `owns_pool` tells whether the reader is known as its owner, not only by the token of the seat.
    """

    key: str
    name: str
    status: Draft.Status
    version: int
    setup: Setup
    seating: Draft.Seating
    pick_seconds: int | None
    shrinking: bool
    review_seconds: int
    grace_seconds: int | None
    deadline: datetime | None
    review_until: datetime | None
    paused: datetime | None
    commitment: str
    host: str
    is_host: bool
    seats: tuple[SeatLook, ...]
    me: SeatLook | None
    table: Table | None
    view: View | None
    mine: OwnFacts | None
    pool_key: str
    owns_pool: bool
    log_rule: Draft.LogRule
    log_open: bool
    company: Company
    host_away: bool

    @property
    def topic(self) -> str:
        """What the bell rings."""
        return f"draft.{self.key}"

    @property
    def empty_seats(self) -> int:
        """Seats nobody has taken yet; bots fill them when the draft begins."""
        return max(self.setup.players - len(self.seats), 0)

    @property
    def can_join(self) -> bool:
        """Whether a newcomer finds a seat: an empty one, or later one that a bot keeps warm."""
        if self.me is not None:
            return False
        if self.status == Draft.Status.LOBBY:
            return self.empty_seats > 0
        return self.status == Draft.Status.DRAFTING and any(seat.is_free for seat in self.seats)


def draft_by(key: str) -> Draft:
    """The row; raises `Missing`."""
    draft = Draft.objects.select_related("host__user").filter(key=key).first()
    if draft is None:
        raise Missing(gettext_noop("There is no draft at this address."))
    return draft


def setup_of(draft: Draft) -> Setup:
    """What was agreed; made once for drafts that agree on the same."""
    house = draft.house
    own = (house["packet"], house["rounds"], house["last_deal"], tuple(house["cards"])) if house else None
    return _setup(draft.players, tuple(draft.peoples), draft.step8, draft.flow, own)


@lru_cache(maxsize=256)
def _setup(
    players: int, peoples: tuple[str, ...], step8: str, flow: str, house: tuple[int, int, int, tuple[str, ...]] | None
) -> Setup:
    named = tuple(People(one) for one in peoples)
    return Setup(players, named, Step8(step8), Flow(flow), House(*house) if house else None)


def load(key: str) -> Loaded:
    """Everything of a draft; raises `Missing`. One query while it stands as this process last saw it, else four."""
    return load_row(draft_by(key))


def load_row(draft: Draft) -> Loaded:
    """The same for a row that has been read."""
    board = state_cache.get(draft.key) if draft.status == Draft.Status.DRAFTING else None
    if board is None or board.draft.version > draft.version:
        return load_fresh(draft)
    if board.draft.version < draft.version:
        return load_fresh(draft, board)
    draft.deal = board.draft.deal
    # Who writes may change the seats; what is held must stay what the database says.
    seats = tuple(map(own_copy, board.seats)) if connection.in_atomic_block else board.seats
    return replace(board, draft=draft, seats=seats)


def load_fresh(draft: Draft, board: Loaded | None = None) -> Loaded:
    """The same from the rows, with the picks since an older version if there is one."""
    seats = tuple(Seat.objects.filter(draft=draft).select_related("person", "pool").order_by("number"))
    deal = board.draft.deal if board is not None else Deal.objects.filter(draft=draft).first()
    if deal is None:
        return Loaded(draft, seats, None)
    draft.deal = deal
    state, last = (board.state, board.last) if board is not None else (None, 0)
    rows = list(_rows(draft, last))
    picks = [PickMade(*row[1:]) for row in rows]
    if state is None:
        state = replay(setup_of(draft), deal.order, picks)
    try:
        for pick in picks if board is not None else ():
            state = apply(state, pick)
    except AlreadyPicked:
        # A pick that this process knew was exchanged for another: read them all again.
        return load_fresh(draft)
    loaded = Loaded(draft, seats, state, rows[-1][0] if rows else last)
    # What a transaction reads of itself may never be committed.
    if not connection.in_atomic_block:
        cache_state(loaded)
    return loaded


def _rows(draft: Draft, after: int) -> QuerySet[Pick, tuple[int, int, int, int, str]]:
    rows = Pick.objects.filter(draft=draft, pk__gt=after).order_by("pk")
    return rows.values_list("pk", "seat", "round", "number", "card")


def cache_state(loaded: Loaded) -> None:
    """Cache a draft under way as it was committed, for the next reader in this process; drop one that has ended."""
    if loaded.draft.status == Draft.Status.DRAFTING and loaded.state is not None:
        state_cache.put(loaded)
    else:
        state_cache.drop(loaded.draft.key)


def own_copy(row: Row) -> Row:
    """A row of one's own, of which a change leaves the first as it was; many times faster than `copy.copy`."""
    new = row.__class__.__new__(row.__class__)
    new.__dict__.update(row.__dict__)
    new._state = ModelState()
    new._state.db, new._state.adding = row._state.db, row._state.adding
    new._state.fields_cache = dict(row._state.fields_cache)
    return new


def look(loaded: Loaded, who: Who) -> Look:
    """What this reader may see of it."""
    draft, state = loaded.draft, loaded.state
    table = table_of(state) if state is not None else None
    view = None
    seat = who.sits_at(loaded.seats)
    if state is not None and seat is not None and table is not None:
        view = own_view(state, seat, draft, table)
    pool = seat.pool if seat is not None else None
    seats = tuple(_seat_look(one, draft=draft, table=table, me=seat) for one in loaded.seats)
    return Look(
        key=draft.key,
        name=draft.name,
        status=Draft.Status(draft.status),
        version=draft.version,
        setup=setup_of(draft),
        seating=Draft.Seating(draft.seating),
        pick_seconds=draft.pick_seconds,
        shrinking=draft.shrinking,
        review_seconds=draft.review_seconds,
        grace_seconds=draft.grace_seconds,
        deadline=_deadline(draft, seat),
        review_until=draft.review_until,
        paused=draft.paused,
        commitment=draft.commitment,
        host=draft.host.display_name,
        is_host=is_host(draft, who, seat),
        seats=seats,
        me=next((one for one in seats if one.is_me), None),
        table=table,
        view=view,
        mine=own_facts(view, seat) if view is not None and seat is not None else None,
        pool_key=pool.key if pool is not None else "",
        owns_pool=pool is not None and pool.owner_id == who.person_id,
        log_rule=Draft.LogRule(draft.log_rule),
        log_open=draft.log_is_open,
        company=Company(draft.company),
        host_away=not any(one.is_host and not one.is_bot for one in seats)
        or host_is_gone(draft.host_seen, timezone.now()),
    )


def _deadline(draft: Draft, seat: Seat | None) -> datetime | None:
    """The reader's own, when packets queue; for somebody looking on the next that anyone has."""
    own = draft.flow == Flow.QUEUED and draft.review_until is None and seat is not None
    return seat.deadline if own and seat is not None else draft.deadline


def is_host(draft: Draft, who: Who, seat: Seat | None) -> bool:
    """Whether they may act as the host: as that person, or from the host's seat on another phone."""
    mine = who.person_id is not None and who.person_id == draft.host_id
    return mine or (seat is not None and seat.person_id == draft.host_id)


def _seat_look(seat: Seat, *, draft: Draft, table: Table | None, me: Seat | None) -> SeatLook:
    running = table is not None and draft.status == Draft.Status.DRAFTING
    picked = table.picked[seat.number] if table is not None else False
    return SeatLook(
        **seat_facts(seat, draft),
        has_person=seat.person_id is not None,
        is_me=me is not None and seat.pk == me.pk,
        picked=running and picked,
        awaited=running and not picked,
        packets=table.waiting[seat.number] if table is not None else 0,
        kept=table.kept[seat.number] if table is not None else 0,
    )


def drafts_of(person: Person | None) -> QuerySet[Draft]:
    """The drafts a person hosts or sits at, newest first."""
    if person is None:
        return Draft.objects.none()
    mine = Q(host=person) | Q(pk__in=Seat.objects.filter(person=person).values("draft_id"))
    return Draft.objects.filter(mine).select_related("host__user").order_by("-created")
