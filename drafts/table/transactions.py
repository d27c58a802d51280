"""Transactions of a draft: each ends with a compare-and-set of the version, and then notifies readers.

If two requests read the same version, only one can write the next version; the other request tries again. (On SQLite,
transactions take the write lock at their start, so this never happens.) One transaction may write several drafts.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from typing import Any, TypeVar

from django.db import transaction
from django.db.models import F

from cards.catalogue.queries import catalogue
from common import metrics
from common.database.transactions import RetriedTransaction, VersionConflict
from common.text import gettext_noop
from decks.deck.services import create_pools
from drafts import hooks
from drafts.core.engine.bots import next_bot_picks
from drafts.core.engine.clock import Clock, QuietHours
from drafts.core.engine.setup import PassingMode
from drafts.core.engine.state import DraftPick, State
from drafts.models import Draft, Pick, Wishlist
from drafts.table import bulk_sql
from drafts.table.loaded import LoadedDraft
from drafts.table.permissions import watch_version
from drafts.table.rows import cache_committed_draft, copy_model_row
from game.shipped_evidence import shipped_evidence
from live.pubsub import notify

StepResult = TypeVar("StepResult")

in_transaction = RetriedTransaction(
    gettext_noop("Too many people are changing this draft at once. Nothing was changed; try again.")
)


def transact(step: Callable[[], StepResult]) -> StepResult:
    """Run a function in a transaction, and retry if another writer was faster; finally raise `Conflict`."""
    return in_transaction(step)()


def increment_draft_version(draft: Draft, **changes: Any) -> None:
    """Write changes and the next version, and notify readers; raises `VersionConflict` if another writer was faster."""
    changed = Draft.objects.filter(pk=draft.pk, version=draft.version).update(version=F("version") + 1, **changes)
    if not changed:
        raise VersionConflict
    draft.version += 1
    for name, value in changes.items():
        setattr(draft, name, value)
    notify(draft.topic, draft.version)


@dataclass(slots=True)
class DraftUpdate:
    """What to write for one draft.

    `picks` has each pick and who made it; `state` is the state after them; `changes` are columns of the draft;
    `deadlines` are by seat number; `replaced` has seat, round and number of exchanged picks.
    """

    loaded: LoadedDraft
    state: State
    picks: list[tuple[DraftPick, str]]
    now: datetime
    changes: dict[str, Any] = field(default_factory=dict)
    deadlines: dict[int, datetime | None] = field(default_factory=dict)
    replaced: list[tuple[int, int, int]] = field(default_factory=list)


def advance_draft(
    loaded: LoadedDraft, state: State, picks: Sequence[tuple[DraftPick, str]], *, now: datetime, **changes: Any
) -> LoadedDraft:
    """Let bots pick, write all picks with the new version, and notify readers; return the new draft."""
    written = write_draft_updates([complete_draft_update(DraftUpdate(loaded, state, list(picks), now, changes))])
    notify_readers(written)
    return written[0]


def notify_readers(written: Iterable[LoadedDraft]) -> None:
    """Notify the readers of written drafts, after the transaction if there is one."""
    for loaded in written:
        notify(loaded.draft.topic, loaded.draft.version)


def complete_draft_update(update: DraftUpdate) -> DraftUpdate:
    """Let bots pick, set the deadlines, and mark a finished draft; return the same turn."""
    draft = update.loaded.draft
    paused = update.changes.get("paused", draft.paused)
    if paused is None:
        _begin_review_pause(update)
    if paused is None and update.changes.get("review_until", draft.review_until) is None:
        _make_automatic_picks(update)
    _set_deadlines(update)
    if update.state.is_over:
        update.changes |= {"status": Draft.Status.DONE, "finished": update.now, "review_until": None}
    return update


def _begin_review_pause(update: DraftUpdate) -> bool:
    """Begin the break between two rounds if it is due; return whether it began."""
    draft, state_before = update.loaded.draft, update.loaded.state
    agreed = draft.review_seconds and update.state.setup.flow is PassingMode.TOGETHER and not update.state.is_over
    if (
        not agreed
        or state_before is None
        or state_before.round == update.state.round
        or update.changes.get("review_until")
    ):
        return False
    update.changes["review_until"] = update.now + timedelta(seconds=draft.review_seconds)
    return True


def _make_automatic_picks(update: DraftUpdate) -> None:
    """Carry out the wishes of awaited seats and let bots pick, until a player must pick."""
    loaded, state, bots = update.loaded, update.state, update.loaded.bot_seats
    wishlists = wishlists_by_seat(loaded.draft, state)
    if not wishlists and not bots.intersection(state.awaited_seats):
        return
    cards, seed, levels = catalogue().by_code, loaded.draft.deal.seed, loaded.draft.bot_levels
    while True:
        # A wish is recorded like a fast pick, so that other players can’t tell the difference.
        picks = [(pick, Pick.By.PLAYER) for pick in picks_from_wishlists(state, wishlists)] or [
            (pick, Pick.By.BOT)
            for pick in next_bot_picks(state, bots, cards, shipped_evidence(), seed=seed, levels=levels)
        ]
        for made, made_by in picks:
            state = state.after(made)
            update.picks.append((made, made_by))
        update.state = state
        if not picks or _begin_review_pause(update):
            return


def lock_draft(key: str) -> None:
    """Lock the row of a draft until the transaction ends, if the database can do that."""
    list(Draft.objects.select_for_update().filter(key=key).values_list("pk"))


def wishlists_by_seat(draft: Draft, state: State) -> dict[int, list[str]]:
    """Return the wishes by seat number, with two queries; empty, without a query, unless cards lie open.

    The draft is locked first: wishes saved earlier are included, and wishes saved later see the new state.
    """
    if state.setup.sharing.hides_cards or state.is_over:
        return {}
    lock_draft(draft.key)
    return dict(Wishlist.objects.filter(seat__draft=draft).values_list("seat__number", "cards"))


def picks_from_wishlists(state: State, wishlists: Mapping[int, Sequence[str]]) -> list[DraftPick]:
    """Return, for each awaited seat, the pick of the first card it wants that is still left."""
    picks = (
        (seat, next((card for card in wishlists.get(seat, ()) if card in state.choices(seat)), ""))
        for seat in state.awaited_seats
    )
    return [DraftPick(seat, *state.next_pick(seat), card) for seat, card in picks if card]


def clock_of_draft(draft: Draft) -> Clock:
    return Clock(draft.pick_seconds, draft.shrinking, draft.review_seconds, QuietHours.parse(draft.quiet_hours))


def _set_deadlines(update: DraftUpdate) -> None:
    """Set the next deadline; the clock restarts with new packets, not while anyone still picks from the last ones."""
    draft, state, state_before = update.loaded.draft, update.state, update.loaded.state
    review: datetime | None = update.changes.get("review_until", draft.review_until)
    if state.is_over:
        update.changes["deadline"] = None
    elif review is not None:
        update.changes["deadline"] = review
    elif draft.pick_seconds is None:
        update.changes["deadline"] = None
    elif state.setup.flow is PassingMode.QUEUED:
        _set_seat_deadlines(update)
    else:
        same = state_before is not None and state_before.clock_step == state.clock_step and draft.review_until is None
        fresh = clock_of_draft(draft).deadline_for_packet(update.now, *state.clock_fraction(0))
        update.changes["deadline"] = draft.deadline if same and draft.deadline is not None else fresh


def _set_seat_deadlines(update: DraftUpdate) -> None:
    state, state_before, clock = update.state, update.loaded.state, clock_of_draft(update.loaded.draft)
    due = []
    for seat in update.loaded.seats:
        number = seat.number
        wanted = seat.deadline if state.awaits(number) else None
        same = (
            state_before is not None
            and state_before.awaits(number)
            and state_before.next_pick(number) == state.next_pick(number)
        )
        if state.awaits(number) and not (same and seat.deadline is not None):
            wanted = clock.deadline_for_packet(update.now, *state.clock_fraction(number))
        if wanted != seat.deadline:
            update.deadlines[number] = wanted
        if wanted is not None:
            due.append(wanted)
    update.changes["deadline"] = min(due, default=None)


def write_draft_updates(turns: Iterable[DraftUpdate], *, before: datetime | None = None) -> list[LoadedDraft]:
    """Write turns in the caller’s transaction; return the new drafts. The caller must notify the readers.

    Raises `VersionConflict` if a draft has changed since it was read, or with `before` if something is due by then.
    """
    turns = list(turns)
    if not turns:
        return []
    if not bulk_sql.update_versions([(update.loaded.draft, update.changes) for update in turns], before=before):
        raise VersionConflict
    rows = [
        (update.loaded.draft.pk, pick.seat, pick.round, pick.number, pick.card, by, update.now)
        for update in turns
        for pick, by in update.picks
    ]
    last = bulk_sql.insert_picks(
        rows, [(update.loaded.draft.pk, *place) for update in turns for place in update.replaced]
    )
    keys = [{seat.number: seat.pk for seat in update.loaded.seats} for update in turns if update.deadlines]
    timed = zip(keys, (update.deadlines for update in turns if update.deadlines), strict=True)
    bulk_sql.update_seats("deadline", [(due, seats[number]) for seats, own in timed for number, due in own.items()])
    written = [
        _draft_after_update(update, last.get(update.loaded.draft.pk, update.loaded.last_pick_pk)) for update in turns
    ]
    transaction.on_commit(partial(_cache_written_drafts, written))
    metrics.count_committed_picks(row[5] for row in rows)
    return written


def _cache_written_drafts(written: Iterable[LoadedDraft]) -> None:
    for loaded in written:
        cache_committed_draft(loaded)


def _draft_after_update(update: DraftUpdate, last: int) -> LoadedDraft:
    draft = copy_model_row(update.loaded.draft)
    draft.version += 1
    for name, value in update.changes.items():
        setattr(draft, name, value)
    seats = update.loaded.seats
    if update.deadlines or update.state.is_over:
        seats = tuple(map(copy_model_row, seats))
    for seat in seats:
        if seat.number in update.deadlines:
            seat.deadline = update.deadlines[seat.number]
    loaded = LoadedDraft(draft, seats, update.state, last)
    if draft.watching != Draft.Watching.NEVER and watch_version(update.loaded) != (version := watch_version(loaded)):
        notify(draft.watch_topic, version)
    if update.state.is_over:
        _save_drafted_pools(loaded, update.state)
        hooks.call_draft_listeners(draft, "draft_ended")
    return loaded


def _save_drafted_pools(loaded: LoadedDraft, state: State) -> None:
    """Save each person’s picks as their pool (DRAFT-12, DECK-18)."""
    draft = loaded.draft
    drafted = [(seat, seat.person) for seat in loaded.seats if seat.person is not None]
    pools = [(person, state.hands[seat.number]) for seat, person in drafted]
    for (seat, _), pool in zip(drafted, create_pools(pools, draft.name, source=f"draft:{draft.key}"), strict=True):
        seat.pool = pool
    bulk_sql.update_seats("pool_id", [(seat.pool_id, seat.pk) for seat, _person in drafted])
