"""Load drafts from their rows, with all their secrets; only for services and sockets.

Pages and API get a `VisibleDraft` (`drafts.table.queries`).
"""

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain, islice, repeat
from typing import TypeVar

from django.db import connection
from django.db.models import Model
from django.db.models.base import ModelState

from cards.core.facts import People
from common.database.prepared import PreparedQuery
from common.errors import Missing
from common.text import gettext_noop
from common.versioned_cache import VersionedCache
from drafts.core.engine.clock import Clock
from drafts.core.engine.setup import HouseDeal, LastDealDirection, PassingMode, Setup
from drafts.core.engine.sharing import Sharing
from drafts.core.engine.state import AlreadyPicked, DraftPick, State
from drafts.core.ways.entries import replay_answers
from drafts.models import Deal, Draft, Seat
from drafts.table import bulk_sql, state_cache
from drafts.table.loaded import LoadedDraft

ModelRow = TypeVar("ModelRow", bound=Model)
# All seats request pool and proof within seconds of the last pick; about 40 kB for six players.
MAX_CACHED_ENDED_DRAFTS = 64
# By finished draft: its last state, and the primary key of its last pick. Row, seats and deal are read again.
_ended_states: VersionedCache[tuple[State, int]] = VersionedCache(MAX_CACHED_ENDED_DRAFTS)
# Prepared, because every page and every pick uses them.
_DRAFT_QUERY = PreparedQuery(lambda key: Draft.objects.select_related("host__user").filter(key=key), "key")
# For up to MAX_PREPARED_KEYS drafts; with fewer drafts, a key is repeated.
MAX_PREPARED_KEYS = 8
_DRAFTS_QUERY = PreparedQuery(
    lambda *keys: Draft.objects.select_related("host__user").filter(key__in=keys).order_by("pk"),
    *(f"key {at}" for at in range(MAX_PREPARED_KEYS)),
)
_SEATS_QUERY = PreparedQuery(
    lambda pk: Seat.objects.filter(draft=pk).select_related("person", "pool").order_by("number"), -1
)
_DEALT_DRAFT_QUERY = PreparedQuery(
    lambda key: Draft.objects.select_related("host__user", "deal").filter(key=key), "key"
)
_DEAL_QUERY = PreparedQuery(lambda pk: Deal.objects.filter(draft=pk), -1)


def setup_of(draft: Draft) -> Setup:
    """Return the set-up of a draft; equal set-ups are one object."""
    house = draft.house
    own = (house["packet"], house["rounds"], house["last_deal"], tuple(house["cards"])) if house else None
    over_days = Clock(draft.pick_seconds).is_long
    return _cached_setup(draft.players, tuple(draft.peoples), draft.step8, draft.flow, own, draft.sharing, over_days)


@lru_cache(maxsize=256)
def _cached_setup(
    players: int,
    peoples: tuple[str, ...],
    step8: str,
    flow: str,
    house: tuple[int, int, int, tuple[str, ...]] | None,
    sharing: str,
    over_days: bool,
) -> Setup:
    named, own = tuple(People(people) for people in peoples), HouseDeal(*house) if house else None
    return Setup(players, named, LastDealDirection(step8), PassingMode(flow), own, Sharing(sharing), over_days)


def draft_by_key(key: str, *, with_deal: bool = False) -> Draft:
    """Return the row, with its deal if wanted; raises `Missing`."""
    draft = (_DEALT_DRAFT_QUERY if with_deal else _DRAFT_QUERY).first(key)
    if draft is None:
        raise Missing(gettext_noop("We couldn’t find that draft."))
    return draft


def load_draft(key: str) -> LoadedDraft:
    """Load a draft with its secrets; raises `Missing`. One query if its latest version is cached, else four."""
    return load_draft_from_row(draft_by_key(key))


def load_draft_from_row(draft: Draft) -> LoadedDraft:
    return load_drafts_from_rows([draft])[draft.key]


def load_drafts(keys: Collection[str], *, lock: bool = False) -> dict[str, LoadedDraft]:
    """Load many drafts by key in as many queries as one draft; missing drafts are left out.

    With `lock`, their rows are locked in the order of their primary keys, if the database can do that.
    """
    if not keys:
        return {}
    locks = lock and connection.features.has_select_for_update_of
    if len(keys) <= MAX_PREPARED_KEYS and not locks:
        return load_drafts_from_rows(_DRAFTS_QUERY.rows(*islice(chain(keys, repeat(max(keys))), MAX_PREPARED_KEYS)))
    drafts = Draft.objects.select_related("host__user").filter(key__in=keys).order_by("pk")
    if locks:
        drafts = drafts.select_for_update(of=("self",))
    return load_drafts_from_rows(list(drafts))


def load_drafts_from_rows(drafts: Sequence[Draft]) -> dict[str, LoadedDraft]:
    drafts_loaded: dict[str, LoadedDraft] = {}
    newer: list[tuple[Draft, LoadedDraft]] = []
    unknown: list[Draft] = []
    for draft in drafts:
        board = state_cache.cached_draft(draft.key) if draft.status == Draft.Status.DRAFTING else None
        if board is None or board.draft.version > draft.version:
            unknown.append(draft)
        elif board.draft.version < draft.version:
            newer.append((draft, board))
        else:
            draft.deal = board.draft.deal
            # A writer may change these seats, so copy the cached seats.
            seats = tuple(map(copy_model_row, board.seats)) if connection.in_atomic_block else board.seats
            drafts_loaded[draft.key] = replace(board, draft=draft, seats=seats)
    exchanged = _update_cached_drafts(newer, drafts_loaded)
    for loaded in load_drafts_uncached([*unknown, *exchanged]):
        drafts_loaded[loaded.draft.key] = loaded
    return drafts_loaded


def _update_cached_drafts(
    newer: Sequence[tuple[Draft, LoadedDraft]], drafts_loaded: dict[str, LoadedDraft]
) -> list[Draft]:
    """Bring cached drafts up to date; return drafts whose picks must all be read again."""
    if not newer:
        return []
    seats = seats_by_draft([draft for draft, _board in newer])
    picks = bulk_sql.picks_since([(draft.pk, board.last_pick_pk) for draft, board in newer])
    exchanged = []
    for draft, board in newer:
        made, state = picks.get(draft.pk, []), board.state
        draft.deal = board.draft.deal
        assert state is not None  # only started drafts are cached
        try:
            for row in made:
                state = state.after(DraftPick(*row[1:]))
        except AlreadyPicked:
            # A cached pick was exchanged: read them all again.
            exchanged.append(draft)
            continue
        last = made[-1][0] if made else board.last_pick_pk
        drafts_loaded[draft.key] = _cache_unless_in_transaction(LoadedDraft(draft, seats[draft.pk], state, last))
    return exchanged


def seats_by_draft(drafts: Sequence[Draft]) -> dict[int, tuple[Seat, ...]]:
    """Return the seats of each draft in order, with persons and pools, by primary key of the draft."""
    if len(drafts) == 1:
        return {drafts[0].pk: tuple(_SEATS_QUERY.rows(drafts[0].pk))}
    rows = Seat.objects.filter(draft__in=drafts).select_related("person", "pool").order_by("number")
    by_draft: dict[int, list[Seat]] = {draft.pk: [] for draft in drafts}
    for seat in rows:
        by_draft[seat.draft_id].append(seat)
    return {key: tuple(seats) for key, seats in by_draft.items()}


def load_drafts_uncached(drafts: Sequence[Draft]) -> list[LoadedDraft]:
    """Load drafts only from their rows, not from this process’s cache."""
    if not drafts:
        return []
    seats = seats_by_draft(drafts)
    dealt = _DEAL_QUERY.rows(drafts[0].pk) if len(drafts) == 1 else Deal.objects.filter(draft__in=drafts)
    deals = {deal.draft_id: deal for deal in dealt}
    over = {draft.pk: cached for draft in drafts if (cached := _ended_states.get(draft.key, draft.version)) is not None}
    begun = [draft for draft in drafts if draft.pk in deals and draft.pk not in over]
    picks = bulk_sql.picks_since([(draft.pk, 0) for draft in begun]) if begun else {}
    loaded = []
    for draft in drafts:
        if draft.pk not in deals:
            loaded.append(LoadedDraft(draft, seats[draft.pk], None))
            continue
        draft.deal = deals[draft.pk]
        if draft.pk in over:
            state, last = over[draft.pk]
            loaded.append(LoadedDraft(draft, seats[draft.pk], state, last))
            continue
        made = picks.get(draft.pk, [])
        state = replay_answers(setup_of(draft), draft.deal.order, [DraftPick(*row[1:]) for row in made])
        loaded.append(
            _cache_unless_in_transaction(LoadedDraft(draft, seats[draft.pk], state, made[-1][0] if made else 0))
        )
    return loaded


def _cache_unless_in_transaction(loaded: LoadedDraft) -> LoadedDraft:
    """Cache a loaded draft, unless the transaction may be rolled back; return it."""
    if not connection.in_atomic_block:
        cache_committed_draft(loaded)
    return loaded


def cache_committed_draft(loaded: LoadedDraft) -> None:
    """Cache a committed draft while it goes on; of a draft that has ended, cache only the last state."""
    if loaded.draft.status == Draft.Status.DRAFTING and loaded.state is not None:
        state_cache.cache_draft(loaded)
        return
    state_cache.drop_cached_draft(loaded.draft.key)
    if loaded.draft.status == Draft.Status.DONE and loaded.state is not None:
        _ended_states.put(loaded.draft.key, loaded.draft.version, (loaded.state, loaded.last_pick_pk))


def copy_model_row(row: ModelRow) -> ModelRow:
    """Copy a row, many times faster than `copy.copy`."""
    new = row.__class__.__new__(row.__class__)
    new.__dict__.update(row.__dict__)
    new._state = ModelState()
    new._state.db, new._state.adding = row._state.db, row._state.adding
    new._state.fields_cache = dict(row._state.fields_cache)
    return new
