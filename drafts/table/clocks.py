"""Clocks of a draft: make due picks, let bots take over silent seats, pause. Only the server’s clock counts."""

import logging
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta

from django.db.models import F
from django.utils import timezone

from cards.catalogue.queries import catalogue
from common.errors import Conflict
from common.text import gettext_noop
from drafts.core.engine.bots import bot_pick
from drafts.core.engine.setup import PassingMode
from drafts.core.engine.state import DraftPick, State
from drafts.models import Draft, Pick, Plan, Seat
from drafts.table.loaded import LoadedDraft, Visitor
from drafts.table.permissions import is_draft_host, load_draft_for_host
from drafts.table.queries import VisibleDraft, visible_draft_for
from drafts.table.rows import draft_by_key, load_draft, load_drafts_uncached
from drafts.table.transactions import advance_draft, clock_of_draft, in_transaction, increment_draft_version, transact
from game.shipped_evidence import shipped_evidence

logger = logging.getLogger(__name__)

# How long a draft with an error waits for its next try, so that it doesn’t hold up other drafts.
RETRY_EXPIRED_AFTER = timedelta(seconds=30)
# Minimum time between saving two contacts of a seat or of the host.
PRESENCE_INTERVAL = timedelta(seconds=10)
HOST_PRESENCE_INTERVAL = timedelta(seconds=30)
# A seat without contact for this long counts as away (earlier with a short grace period).
SEAT_SILENT_AFTER = timedelta(seconds=20)


def expire_due_picks(now: datetime) -> int:
    """Decide everything that is due in all drafts; return the number of drafts. Several callers may run at once."""
    due = Draft.objects.filter(status=Draft.Status.DRAFTING, paused=None, deadline__lte=now).order_by("deadline")
    done = sum(
        _decide_due(draft.key, draft.deadline, now=now) for draft in due.only("key", "deadline") if draft.deadline
    )
    absent = Seat.objects.filter(
        away_at__lte=now, is_bot=False, draft__status=Draft.Status.DRAFTING, draft__paused=None
    ).select_related("draft")
    return done + sum(_let_bot_play_silent_seat(seat.draft.key, seat.pk, now) for seat in absent)


def decide_due(key: str) -> bool:
    """Decide what is due in one draft; return whether anything was. One query if nothing is."""
    now = timezone.now()
    due = Draft.objects.filter(key=key, status=Draft.Status.DRAFTING, paused=None, deadline__lte=now)
    draft = due.only("key", "deadline").first()
    return draft is not None and draft.deadline is not None and _decide_due(key, draft.deadline, now=now)


def _decide_due(key: str, deadline: datetime, *, now: datetime) -> bool:
    """Pick for seats whose time is up, or end the break between rounds; return False if another caller was first."""

    def step() -> LoadedDraft | None:
        loaded = load_draft(key)
        draft = loaded.draft
        if draft.deadline != deadline or draft.status != Draft.Status.DRAFTING or draft.paused or not loaded.state:
            return None
        if draft.review_until is not None:
            return advance_draft(loaded, loaded.state, [], now=now, review_until=None)
        state, forced = _pick_for_expired_seats(loaded, loaded.state, now)
        return advance_draft(loaded, state, forced, now=now)

    try:
        decided = transact(step)
    except Exception:
        # One broken draft must not stop the clocks of others.
        logger.exception("The step due in draft %s could not be decided.", key)
        Draft.objects.filter(key=key, deadline=deadline).update(deadline=now + RETRY_EXPIRED_AFTER)
        return False
    return decided is not None


def _pick_for_expired_seats(
    loaded: LoadedDraft, state: State, now: datetime
) -> tuple[State, list[tuple[DraftPick, str]]]:
    """Pick for each seat whose time is up: its planned card, else a bot’s pick."""
    due = {seat.number for seat in loaded.seats if seat.deadline is not None and seat.deadline <= now}
    late = [seat for seat in state.awaited_seats if state.setup.flow is PassingMode.TOGETHER or seat in due]
    plans = {plan.seat.number: plan for plan in Plan.objects.filter(seat__draft=loaded.draft).select_related("seat")}
    picks: list[tuple[DraftPick, str]] = []
    for seat in late:
        packet, plan = state.choices(seat), plans.get(seat)
        round_number, number = state.next_pick(seat)
        if plan is not None and (plan.round, plan.number) == (round_number, number) and plan.card in packet:
            pick = DraftPick(seat, round_number, number, plan.card)
        else:
            cards, level = catalogue().by_code, loaded.draft.bot_levels[seat]
            pick = bot_pick(state, seat, cards, shipped_evidence(), seed=loaded.draft.deal.seed, level=level)
        state = state.after(pick)
        picks.append((pick, Pick.By.CLOCK))
    return state, picks


def pause_draft(key: str, *, visitor: Visitor) -> VisibleDraft:
    """Stop all clocks; nobody can pick until the host resumes the draft. Host only."""

    def step() -> VisibleDraft:
        loaded = _require_host_of_running_draft(key, visitor)
        if loaded.draft.paused is None:
            increment_draft_version(loaded.draft, paused=timezone.now())
        return visible_draft_for(loaded, visitor)

    decide_due(key)
    return transact(step)


@in_transaction
def resume_draft(key: str, *, visitor: Visitor) -> VisibleDraft:
    """Resume a paused draft with as much time left for everyone as before. Host only."""
    loaded = _require_host_of_running_draft(key, visitor)
    draft, now = loaded.draft, timezone.now()
    if draft.paused is None or loaded.state is None:
        return visible_draft_for(loaded, visitor)
    paused_for, stopped, clock = now - draft.paused, draft.paused, clock_of_draft(draft)
    moved = {name: value + paused_for for name in ("deadline", "review_until") if (value := getattr(draft, name))}
    if clock.quiet is not None and draft.deadline is not None and draft.review_until is None:
        moved["deadline"] = clock.deadline_after_pause(draft.deadline, stopped=stopped, now=now)
    seats = Seat.objects.filter(draft=draft)
    for pk, deadline in seats.filter(deadline__isnull=False).values_list("pk", "deadline"):
        assert deadline is not None
        seats.filter(pk=pk).update(deadline=clock.deadline_after_pause(deadline, stopped=stopped, now=now))
    seats.filter(away_at__isnull=False).update(away_at=F("away_at") + paused_for)
    increment_draft_version(draft, paused=None, **moved)
    return visible_draft_for(advance_draft(load_draft(key), loaded.state, [], now=now), visitor)


def _require_host_of_running_draft(key: str, visitor: Visitor) -> LoadedDraft:
    loaded = load_draft_for_host(key, visitor)
    if loaded.draft.status != Draft.Status.DRAFTING:
        raise Conflict(gettext_noop("Only a draft under way can be paused."))
    return loaded


def record_presence(loaded: LoadedDraft, visitor: Visitor) -> None:
    """Record that a visitor is present, which restarts the grace period of their seat. Usually no query."""
    record_presences([(loaded, visitor)])


def record_presences(present: Iterable[tuple[LoadedDraft, Visitor]]) -> None:
    """Record the presence of many visitors: one statement per length of grace period, and one for all hosts."""
    now = timezone.now()
    hosted: list[Draft] = []
    seats: dict[int, list[int]] = {}
    for loaded, visitor in present:
        draft, seat = loaded.draft, visitor.seat_among(loaded.seats)
        if _is_host_presence_due(draft, visitor, seat, now):
            hosted.append(draft)
        grace = draft.grace_seconds
        if seat is not None and grace is not None and not seat.is_bot and draft.status == Draft.Status.DRAFTING:
            seats.setdefault(grace, []).append(seat.pk)
    for seconds, keys in seats.items():
        until = now + timedelta(seconds=seconds)
        stale = Seat.objects.filter(pk__in=keys)
        stale.exclude(away_at__gt=until - min(PRESENCE_INTERVAL, timedelta(seconds=seconds) / 2)).update(away_at=until)
    if hosted:
        Draft.objects.filter(pk__in=[draft.pk for draft in hosted]).update(host_seen=now)
        for draft in hosted:
            draft.host_seen = now


def record_room_presences(
    rooms: Mapping[str, tuple[LoadedDraft | None, Sequence[Visitor]]],
) -> dict[str, tuple[int, dict[int, datetime]]]:
    """Record the presence of connected visitors; return by key the version, and when bots take over silent seats.

    `rooms` has, by key, the loaded draft (None if it has ended) and the visitors. Two queries, not counting presence.
    """
    record_presences(
        (loaded, visitor) for loaded, readers in rooms.values() if loaded is not None for visitor in readers
    )
    versions = dict(Draft.objects.filter(key__in=list(rooms)).values_list("key", "version"))
    away: dict[str, dict[int, datetime]] = {key: {} for key in versions}
    now = timezone.now()
    seats = Seat.objects.filter(
        draft__key__in=list(rooms), draft__status=Draft.Status.DRAFTING, is_bot=False, away_at__isnull=False
    ).values_list("draft__key", "number", "away_at", "draft__grace_seconds")
    for key, number, until, grace_seconds in seats:
        if until is not None and key in away and _is_seat_silent(now, until, timedelta(seconds=grace_seconds or 0)):
            away[key][number] = until
    return {key: (version, away[key]) for key, version in versions.items()}


def _is_seat_silent(now: datetime, until: datetime, grace: timedelta) -> bool:
    """Return whether a seat has been silent for too long; a bot takes it over at `until`, after the `grace` period."""
    return now - (until - grace) >= min(SEAT_SILENT_AFTER, grace * 0.75)


def _is_host_presence_due(draft: Draft, visitor: Visitor, seat: Seat | None, now: datetime) -> bool:
    if draft.host_seen is not None and now - draft.host_seen < HOST_PRESENCE_INTERVAL:
        return False
    return draft.status in Draft.OPEN and is_draft_host(draft, visitor, seat)


def visit_draft(key: str, visitor: Visitor) -> LoadedDraft:
    """Decide what is due, record the visitor’s presence, and return the draft. Reads the row once."""
    loaded, now = load_draft(key), timezone.now()
    draft = loaded.draft
    running = draft.status == Draft.Status.DRAFTING and draft.paused is None
    if running and draft.deadline is not None and draft.deadline <= now and _decide_due(key, draft.deadline, now=now):
        loaded = load_draft(key)
    record_presence(loaded, visitor)
    return loaded


@in_transaction
def _let_bot_play_silent_seat(key: str, seat_pk: int, now: datetime) -> bool:
    """Let a bot play a seat whose grace period is over; False if its player has come back."""
    draft, away = draft_by_key(key), Seat.objects.filter(pk=seat_pk, away_at__lte=now, is_bot=False)
    if not Seat.objects.filter(draft=draft, is_bot=False).exclude(pk=seat_pk).exists():
        # Never for the only player: nobody is waiting for them, and bots would finish the draft at once.
        away.update(away_at=now + timedelta(seconds=draft.grace_seconds or 0))
        return False
    if not away.update(is_bot=True, away_at=None):
        return False
    loaded = load_drafts_uncached([draft_by_key(key)])[0]
    if loaded.state is None or loaded.draft.status != Draft.Status.DRAFTING:
        return False
    advance_draft(loaded, loaded.state, [], now=now)
    return True
