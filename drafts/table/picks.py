"""Picks: pick commands, their writer, planned picks, and wishes.

Wishes are the open cards that a seat wants: on each of its turns it gets, at once, the first of them that is left. Only
the seat may know its wishes: saving them changes no version, and a wish looks like a fast pick.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.utils import timezone

from common import metrics
from common.errors import Conflict, DomainError, Invalid
from common.text import gettext_noop
from drafts.core.engine.state import AlreadyPicked, DraftPick, State
from drafts.models import Draft, Pick, Plan, Wishlist
from drafts.table import state_cache
from drafts.table.clocks import decide_due, record_presence
from drafts.table.loaded import LoadedDraft, Visitor
from drafts.table.permissions import own_seat_or_raise
from drafts.table.queries import VisibleDraft, visible_draft_for
from drafts.table.rows import load_draft, load_drafts
from drafts.table.transactions import (
    DraftUpdate,
    advance_draft,
    complete_draft_update,
    lock_draft,
    notify_readers,
    picks_from_wishlists,
    transact,
    wishlists_by_seat,
    write_draft_updates,
)
from live.group_writer import GroupWriter, RetryAlone, WriteResults, write_together


@dataclass(frozen=True, slots=True)
class PickCommand:
    """Command to keep a card of the packet named by round and number.

    `instead` is the card to put back if the seat has already picked from this packet. `requested_at` is for metrics.
    """

    key: str
    who: Visitor
    round: int
    number: int
    card: str
    instead: str = ""
    requested_at: float = field(default_factory=time.perf_counter, compare=False)


def pick_card(
    key: str, *, visitor: Visitor, round_number: int, number: int, card: str, instead: str = ""
) -> VisibleDraft:
    """Keep a card of the packet named by round and number, and let bots pick.

    The same pick again changes nothing. Another card of the same packet raises `AlreadyPicked`, unless `instead` names
    the card to put back. Also raises the engine’s other errors.
    """
    loaded = pick_writer.write(PickCommand(key, visitor, round_number, number, card, instead))
    record_presence(loaded, visitor)
    return visible_draft_for(loaded, visitor)


def write_picks(commands: Sequence[PickCommand]) -> WriteResults[LoadedDraft]:
    """Write picks together; the caller must notify the readers."""
    results = write_together(commands, _write_picks_together, _write_pick_alone)
    answered = zip(commands, results.outcomes, strict=True)
    metrics.observe_pick_seconds(
        command.requested_at for command, outcome in answered if not isinstance(outcome, Exception)
    )
    return results


pick_writer = GroupWriter("draft-writer", write_picks)


def _write_pick_alone(command: PickCommand) -> LoadedDraft:
    """Write one pick in its own transaction, after deciding what is due in its draft."""

    def step() -> LoadedDraft:
        loaded = load_draft(command.key)
        update = _update_for_command(loaded, command, timezone.now())
        if not _add_pick_to_update(update, command):
            return loaded
        written = write_draft_updates([complete_draft_update(update)])
        notify_readers(written)
        return written[0]

    decide_due(command.key)
    return transact(step)


def _write_picks_together(commands: Sequence[PickCommand], fresh: bool) -> WriteResults[LoadedDraft]:
    now = timezone.now()
    tables = _load_drafts_for_picks({command.key for command in commands}, fresh=fresh)
    turns: dict[str, DraftUpdate] = {}
    refused: dict[int, Exception] = {}
    for index, command in enumerate(commands):
        loaded = tables.get(command.key)
        if loaded is None or (loaded.draft.deadline is not None and loaded.draft.deadline <= now):
            refused[index] = RetryAlone()
            continue
        try:
            update = turns.get(command.key) or _update_for_command(loaded, command, now)
            if _add_pick_to_update(update, command):
                turns[command.key] = update
        except DomainError as error:
            # The cache may be older than the row, so don’t refuse a pick by the cache alone.
            refused[index] = error if fresh else RetryAlone()
    # In the order of their rows, to avoid deadlocks, because some rows are locked here.
    in_order = sorted(turns.values(), key=lambda update: update.loaded.draft.pk)
    written = write_draft_updates([complete_draft_update(update) for update in in_order], before=now)
    tables |= {loaded.draft.key: loaded for loaded in written}
    outcomes = [refused.get(index) or tables[command.key] for index, command in enumerate(commands)]
    return WriteResults(outcomes, [(loaded.draft.topic, loaded.draft.version) for loaded in written])


def _load_drafts_for_picks(keys: set[str], *, fresh: bool) -> dict[str, LoadedDraft]:
    """Return the drafts by key, from the cache if possible; with `fresh`, always from their rows."""
    tables = {} if fresh else {key: cached for key in keys if (cached := state_cache.cached_draft(key)) is not None}
    return tables | load_drafts(keys.difference(tables), lock=True)


def _update_for_command(loaded: LoadedDraft, command: PickCommand, now: datetime) -> DraftUpdate:
    """Return a new turn; raises `NotAllowed` without a seat before an error could reveal the draft’s state."""
    own_seat_or_raise(loaded, command.who)
    return DraftUpdate(loaded, require_running_state(loaded), [], now)


def _add_pick_to_update(update: DraftUpdate, command: PickCommand) -> bool:
    """Add a pick to a turn; return False if it was made before. Raises `Conflict` and the engine’s errors."""
    loaded, state = update.loaded, update.state
    made = DraftPick(own_seat_or_raise(loaded, command.who).number, command.round, command.number, command.card)
    place = (made.round, made.number)
    before = state.picked_card(made.seat, place) if 0 <= made.seat < len(state.hands) else ""
    if before and before == made.card:
        return False
    _require_running_clock(loaded)
    # Public takes can’t be exchanged.
    if before and (command.instead == before or state.setup.sharing.takes_turns):
        update.state = state.after_exchange(made)
        update.replaced.append((made.seat, *place))
        update.picks = [
            (pick, by) for pick, by in update.picks if (pick.seat, pick.round, pick.number) != update.replaced[-1]
        ]
    elif before:
        template = gettext_noop(
            "You’ve already picked %(card)s from this packet, maybe in another tab or on another device. Your first "
            "pick stands."
        )
        raise AlreadyPicked(template, {"card": before}, rule="DRAFT-19")
    else:
        update.state = state.after(made)
    update.picks.append((made, Pick.By.PLAYER))
    return True


def _require_running_clock(loaded: LoadedDraft) -> None:
    if loaded.draft.paused is not None:
        raise Conflict(gettext_noop("The host paused the draft. Nothing was picked."))
    if loaded.draft.review_until is not None:
        raise Conflict(
            gettext_noop("There’s a break between rounds so that everyone can look at their cards. Nothing was picked.")
        )


def require_running_state(loaded: LoadedDraft) -> State:
    """Return the state of a started draft; raises `Conflict` if it hasn’t started or was cancelled."""
    state = loaded.state
    if state is None:
        raise Conflict(gettext_noop("The draft hasn’t started yet. The host starts it."))
    if loaded.draft.status == Draft.Status.ABORTED:
        raise Conflict(gettext_noop("The host cancelled this draft."))
    return state


def plan_pick(key: str, *, visitor: Visitor, round_number: int, number: int, card: str) -> VisibleDraft:
    """Plan the pick for when time runs out, unseen by others; an empty card removes it. Raises as a pick."""

    def step() -> VisibleDraft:
        loaded = load_draft(key)
        seat = own_seat_or_raise(loaded, visitor)
        if not card:
            Plan.objects.filter(seat=seat).delete()
            return visible_draft_for(loaded, visitor)
        require_running_state(loaded).after(DraftPick(seat.number, round_number, number, card))
        chosen = {"round": round_number, "number": number, "card": card}
        Plan.objects.update_or_create(seat=seat, defaults=chosen)
        return visible_draft_for(loaded, visitor)

    decide_due(key)
    return transact(step)


def own_planned_card(key: str, *, visitor: Visitor) -> str:
    """Return the visitor’s planned card, or ""; raises `NotAllowed` without a seat."""
    loaded = load_draft(key)
    own_seat_or_raise(loaded, visitor)
    return planned_card(visible_draft_for(loaded, visitor))


def planned_card(visible_draft: VisibleDraft) -> str:
    """Return the planned card for the packet in front of the reader’s seat, or "". One query."""
    if visible_draft.me is None or visible_draft.view is None or not visible_draft.view.packet:
        return ""
    plans = Plan.objects.filter(seat__draft__key=visible_draft.key, seat__number=visible_draft.me.number)
    card = (
        plans.filter(round=visible_draft.view.round, number=visible_draft.view.number)
        .values_list("card", flat=True)
        .first()
    )
    return card if card in visible_draft.view.packet else ""


def own_wishlist(visible_draft: VisibleDraft) -> list[str]:
    """Return the reader’s wishes that are still left, best first; empty without a seat. At most one query."""
    if visible_draft.me is None or visible_draft.table is None or visible_draft.setup.sharing.hides_cards:
        return []
    lists = Wishlist.objects.filter(seat__draft__key=visible_draft.key, seat__number=visible_draft.me.number)
    open_cards = visible_draft.table.piles[0]
    return [card for card in lists.values_list("cards", flat=True).first() or () if card in open_cards]


def wishlist_of_visitor(key: str, visitor: Visitor) -> list[str]:
    """Return the visitor’s own wishes; raises `NotAllowed` without a seat, `Conflict` where cards don’t lie open."""
    loaded = load_draft(key)
    own_seat_or_raise(loaded, visitor)
    _require_open_cards_state(loaded)
    return own_wishlist(visible_draft_for(loaded, visitor))


def save_wishlist(key: str, *, visitor: Visitor, cards: Sequence[str]) -> VisibleDraft:
    """Save the wishes of the visitor’s seat, best first; on its turn, it gets the first wish at once.

    Cards already taken are left out. Raises `Invalid` for a card that isn’t in the draft, `NotAllowed` without a seat,
    and `Conflict` unless cards lie open.
    """

    def save() -> None:
        loaded = load_draft(key)
        seat, state = own_seat_or_raise(loaded, visitor), _require_open_cards_state(loaded)
        unknown = next((card for card in cards if card not in state.deal), None)
        if unknown is not None:
            template = gettext_noop("“%(card)s” isn’t one of the cards of this draft.")
            raise Invalid(template, {"card": unknown[:40]}, rule="DRAFT-29", field="cards")
        wanted = [card for card in dict.fromkeys(cards) if card in state.public().piles[0]]
        Wishlist.objects.update_or_create(seat=seat, defaults={"cards": wanted})

    decide_due(key)
    transact(save)
    return transact(lambda: _pick_from_wishlist(key, visitor))


def _pick_from_wishlist(key: str, visitor: Visitor) -> VisibleDraft:
    """Pick the first wish of the visitor’s seat if it’s its turn; a pick that is being saved comes first."""
    lock_draft(key)
    loaded = load_draft(key)
    draft, state = loaded.draft, loaded.state
    running = draft.status == Draft.Status.DRAFTING and draft.paused is None
    if running and state is not None and picks_from_wishlists(state, wishlists_by_seat(draft, state)):
        loaded = advance_draft(loaded, state, [], now=timezone.now())
    return visible_draft_for(loaded, visitor)


def _require_open_cards_state(loaded: LoadedDraft) -> State:
    state = require_running_state(loaded)
    if state.setup.sharing.hides_cards:
        raise Conflict(gettext_noop("You can only wish for cards in drafts in which all cards lie open."))
    if state.is_over:
        raise Conflict(gettext_noop("This draft is already over."))
    return state
