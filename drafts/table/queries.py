"""Queries of drafts for pages and API: a `VisibleDraft` has what one reader may see; and partners’ cards."""

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models import Person
from common.errors import Conflict, Missing
from common.random_keys import DEMO_KEY, KEY_LENGTH
from common.text import gettext_noop
from drafts.core.engine.bots import BotLineup
from drafts.core.engine.clock import is_host_gone
from drafts.core.engine.setup import PassingMode, Setup
from drafts.core.engine.state import PublicDraftState, SeatDraftState
from drafts.core.proof.document import DEALT_PROOF_FORMAT, OPEN_PROOF_FORMAT, PILE_PROOF_FORMAT
from drafts.core.teams import team_of
from drafts.models import TERM_FIELDS, Draft, Refusal, Seat
from drafts.table.loaded import LoadedDraft, Visitor
from drafts.table.permissions import is_draft_host, is_joining_closed, own_seat_or_raise
from drafts.table.rows import load_draft, setup_of
from drafts.table.seat_view import (
    OwnFacts,
    PublicMessage,
    TableMessage,
    iso_time,
    own_facts,
    public_message,
    seat_facts,
    seat_state,
)
from live.onlookers import onlooker_count

# The columns that every reader may see.
_VISIBLE_DRAFT_FIELDS = ("key", "version", "review_until", "paused", "commitment", "compared", *TERM_FIELDS)


@dataclass(frozen=True, slots=True)
class PublicSeat:
    """A seat as everyone may see it."""

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
    team: int | None

    @property
    def is_away(self) -> bool:
        return self.is_bot and not self.is_free


@dataclass(frozen=True, slots=True)
class VisibleDraft:
    """A draft as one reader sees it: the public part, and what their own seat (`me`) may know.

    `view` is None for strangers, and before the start. `owns_pool` is False if the reader only has the seat’s token.
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
    quiet_hours: str
    grace_seconds: int | None
    deadline: datetime | None
    review_until: datetime | None
    paused: datetime | None
    commitment: str
    compared: datetime | None
    teams: int | None
    open_partners: bool
    host: str
    is_host: bool
    seats: tuple[PublicSeat, ...]
    me: PublicSeat | None
    table: PublicDraftState | None
    view: SeatDraftState | None
    mine: OwnFacts | None
    public: PublicMessage
    pool_key: str | None
    owns_pool: bool
    log_rule: Draft.LogRule
    watching: Draft.Watching
    onlookers: int
    log_open: bool
    company: BotLineup
    host_away: bool
    coached: bool

    @property
    def topic(self) -> str:
        return f"draft.{self.key}"

    @property
    def proof_facts(self) -> str:
        """Return as JSON what a proof is checked against, apart from the commitment: picks by seat, own picks."""
        mine = {"seat": self.me.number, "kept": self.view.pool} if self.me is not None and self.view is not None else {}
        kept = self.table.kept if self.table is not None else ()
        called_off, way = self.status == Draft.Status.ABORTED, self.setup.sharing
        if self.table is not None and not way.passes_packets:
            kept = (min(self.table.picks + 1, len(self.setup.sizes)),) * self.setup.players
        facts: dict[str, object] = {"table": self.key, "called_off": called_off, "picks": kept, "real_cards": False}
        if way.passes_packets:
            return json.dumps(facts | mine)
        if way.hides_picks:
            facts["answers"] = self.table.answers if self.table is not None else ()
        piles = PILE_PROOF_FORMAT if way.hides_picks else DEALT_PROOF_FORMAT
        return json.dumps(facts | {"format": OPEN_PROOF_FORMAT if way.shows_same_cards else piles} | mine)

    @property
    def empty_seat_count(self) -> int:
        """Count the seats that nobody has taken; bots take them at the start."""
        return max(self.setup.players - len(self.seats), 0)

    @property
    def can_join(self) -> bool:
        """Return whether a newcomer can take a seat: an empty one, or after the start a bot’s."""
        if self.me is not None:
            return False
        if self.status == Draft.Status.LOBBY:
            return self.empty_seat_count > 0
        if self.status != Draft.Status.DRAFTING or is_joining_closed(self.watching, self.setup.sharing):
            return False
        return any(seat.is_free for seat in self.seats)


def table_message_of(visible_draft: VisibleDraft) -> TableMessage:
    """Return the data that the table’s script draws: the message that this reader’s socket would get."""
    return {"type": "view", "now": iso_time(timezone.now()), **visible_draft.public, "mine": visible_draft.mine}


def was_removed(visible_draft: VisibleDraft, person: Person | None) -> bool:
    """Return whether the host has removed this person, so that they can’t join again. One query."""
    return person is not None and Refusal.objects.filter(draft__key=visible_draft.key, person=person).exists()


def visible_draft_for(loaded: LoadedDraft, visitor: Visitor) -> VisibleDraft:
    draft, state = loaded.draft, loaded.state
    public_state = state.public() if state is not None else None
    state_of_seat = None
    seat = visitor.seat_among(loaded.seats)
    if state is not None and seat is not None and public_state is not None:
        state_of_seat = seat_state(state, seat, draft, public_state)
    pool = seat.pool if seat is not None else None
    seats = tuple(
        _public_seat(other_seat, draft=draft, public_state=public_state, me=seat) for other_seat in loaded.seats
    )
    return VisibleDraft(
        **_facts_for_every_reader(draft),
        deadline=_deadline_for_seat(draft, seat),
        is_host=is_draft_host(draft, visitor, seat),
        seats=seats,
        me=next((seat for seat in seats if seat.is_me), None),
        table=public_state,
        view=state_of_seat,
        mine=own_facts(state_of_seat, seat) if state_of_seat is not None and seat is not None else None,
        public=public_message(draft, loaded.seats, public_state, {}),
        pool_key=pool.key if pool is not None else None,
        owns_pool=pool is not None and pool.owner_id == visitor.person_id,
        host_away=not any(seat.is_host and not seat.is_bot for seat in seats)
        or is_host_gone(draft.host_seen, timezone.now()),
        # No hints if another person has a seat, even while a bot plays it.
        coached=draft.is_coached
        and state is not None
        and state_of_seat is not None
        and not state.setup.sharing.has_piles  # piles are compared as a whole, not card by card
        and sum(seat.has_person for seat in seats) == 1,
    )


def _facts_for_every_reader(draft: Draft) -> dict[str, Any]:
    """Return the fields of a `VisibleDraft` that are the same for every reader."""
    return {name: getattr(draft, name) for name in _VISIBLE_DRAFT_FIELDS} | {
        "name": draft.title,
        "status": Draft.Status(draft.status),
        "setup": setup_of(draft),
        "seating": Draft.Seating(draft.seating),
        "host": draft.host.display_name,
        "log_rule": Draft.LogRule(draft.log_rule),
        "watching": Draft.Watching(draft.watching),
        "onlookers": onlooker_count(draft.key) if draft.watching != Draft.Watching.NEVER else 0,
        "log_open": draft.is_log_open,
        "company": BotLineup(draft.company),
    }


def _deadline_for_seat(draft: Draft, seat: Seat | None) -> datetime | None:
    """Return the seat’s own deadline if packets queue, else the draft’s."""
    own = draft.flow == PassingMode.QUEUED and draft.review_until is None and seat is not None
    return seat.deadline if own and seat is not None else draft.deadline


def _public_seat(seat: Seat, *, draft: Draft, public_state: PublicDraftState | None, me: Seat | None) -> PublicSeat:
    running = public_state is not None and draft.status == Draft.Status.DRAFTING
    picked = public_state.picked[seat.number] if public_state is not None else False
    # Before seats are drawn, no one has a team.
    seated = draft.status != Draft.Status.LOBBY or draft.seating == Draft.Seating.AS_SAT
    return PublicSeat(
        **seat_facts(seat, draft),
        has_person=seat.person_id is not None,
        is_me=me is not None and seat.pk == me.pk,
        picked=running and picked,
        awaited=running and not picked,
        packets=public_state.waiting[seat.number] if public_state is not None else 0,
        kept=public_state.kept[seat.number] if public_state is not None else 0,
        team=team_of(seat.number, draft.teams) if draft.teams and seated else None,
    )


def is_draft_code(text: str) -> bool:
    return len(text) == KEY_LENGTH and Draft.objects.filter(key=text).exists()


def demo_drafts() -> QuerySet[Draft]:
    """Return the demo’s drafts with a free seat, newest first."""
    running = Draft.objects.filter(key__startswith=DEMO_KEY, status=Draft.Status.DRAFTING)
    return running.filter(pk__in=bot_seats_to_take().values("draft_id"))


def bot_seats_to_take() -> QuerySet[Seat]:
    """Return the seats played by bots that belong to no person."""
    return Seat.objects.filter(is_bot=True, person=None, token_digest="")


def drafts_of_person(person: Person | None) -> QuerySet[Draft]:
    if person is None:
        return Draft.objects.none()
    mine = Q(host=person) | Q(pk__in=Seat.objects.filter(person=person).values("draft_id"))
    return Draft.objects.filter(mine).select_related("host__user").order_by("-created")


@dataclass(frozen=True, slots=True)
class PartnerCards:
    """The cards a partner has taken so far."""

    seat: int
    name: str
    cards: tuple[str, ...]


def partner_cards_for(key: str, visitor: Visitor) -> tuple[PartnerCards, ...]:
    """Return the cards of the visitor’s partners.

    Raises `NotAllowed` without a seat, `Missing` in a draft without teams, and `Conflict` before the draft is over,
    unless partners see each other’s cards during it.
    """
    loaded = load_draft(key)
    draft, state, own_seat = loaded.draft, loaded.state, own_seat_or_raise(loaded, visitor)
    if not draft.teams:
        raise Missing(gettext_noop("This draft has no teams."))
    if state is None or not (draft.open_partners or draft.status == Draft.Status.DONE):
        template = gettext_noop("You’ll see your partners’ cards when the draft is over.")
        raise Conflict(template, rule="DRAFT-32")
    team = team_of(own_seat.number, draft.teams)
    partners = [seat for seat in loaded.seats if team_of(seat.number, draft.teams) == team and seat.pk != own_seat.pk]
    return tuple(PartnerCards(seat.number, seat.nickname, state.hands[seat.number]) for seat in partners)
