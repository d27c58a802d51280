"""Queries of finished drafts: logs, who may read them, proofs of the shuffle for one seat, and pick statistics."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, F, Q, QuerySet, Sum

from accounts.models import Person
from cards.catalogue.queries import catalogue
from cards.core.facts import CardFacts
from common.errors import Conflict, Missing, NotAllowed
from common.text import gettext_noop
from common.versioned_cache import VersionedCache
from drafts.core.archive.card_counts import CardCount, CountedCards, card_rows
from drafts.core.archive.log import (
    MadePick,
    PacketEntry,
    log_entries_as_text,
    log_for_others,
    own_log,
    picks_of_state,
    taken_cards_as_text,
)
from drafts.core.engine.bots import BotLevel
from drafts.core.engine.setup import Setup, pool_codes_of
from drafts.core.engine.sharing import Sharing
from drafts.core.engine.state import TurnTake
from drafts.core.proof.document import (
    CardProof,
    CommittedDeal,
    CommittedSeat,
    card_proofs,
    dealt_proof_document_for,
    pile_proof_document_for,
    proof_document_for,
)
from drafts.core.ways.entries import replay_answers
from drafts.core.ways.winston import WinstonState
from drafts.models import OPEN_LOG, Draft, Pick, Seat
from drafts.table.loaded import LoadedDraft, Visitor
from drafts.table.permissions import may_show_picks, own_seat_or_raise
from drafts.table.rows import draft_by_key, load_draft, seats_by_draft, setup_of


@dataclass(frozen=True, slots=True)
class SeatLog:
    """Log of one seat of a finished draft, and what its page shows around it.

    `others` has number and name of other seats whose logs the reader may open; `pool_key` is None unless the seat is
    the reader’s; `level` is the level of a bot at this seat; `packets_open` says whether outsiders may see packets.
    `pool` has the seat’s cards; `takes` is what every seat took in ways without packets, which have no `entries`.
    """

    key: str
    name: str
    seat: int
    player: str
    is_mine: bool
    pool_key: str | None
    others: tuple[tuple[int, str], ...]
    entries: tuple[PacketEntry, ...]
    setup: Setup
    level: BotLevel
    packets_open: bool
    pool: tuple[str, ...]
    takes: tuple[tuple[str, TurnTake], ...]

    def as_text(self, cards: Mapping[str, CardFacts]) -> str:
        if self.takes:
            return taken_cards_as_text(self.name, self.takes, cards)
        return log_entries_as_text(f"{self.name}: {self.player}", self.entries, cards)


NO_STATISTICS = CountedCards(0, 0, ())


def seat_log_for(key: str, visitor: Visitor, number: int | None) -> SeatLog:
    """Return the log of a seat; without a number, of the visitor’s seat.

    Raises `Conflict` until the draft is over, `NotAllowed` for visitors who didn’t draft or may not read it by the log
    rule, and `Missing` for a seat number that doesn’t exist.
    """
    draft = draft_by_key(key, with_deal=True)
    seats = seats_by_draft([draft])[draft.pk]
    own_seat = own_seat_of_ended_draft(draft, seats, visitor)
    seat = own_seat if number is None else next((seat for seat in seats if seat.number == number), None)
    if seat is None:
        raise Missing(gettext_noop("This draft has no seat %(seat)d."), {"seat": number})
    if seat.pk != own_seat.pk and not draft.is_log_open:
        raise NotAllowed(gettext_noop("This draft’s settings keep other players’ picks private."))
    is_mine, deal = seat.pk == own_seat.pk, getattr(draft, "deal", None)
    setup, picks = setup_of(draft), picks_of_draft(draft)
    entries: tuple[PacketEntry, ...] = ()
    if deal is not None and setup.sharing.passes_packets:
        log_of = own_log if is_mine else log_for_others
        entries = log_of(setup, deal.order, picks, seat.number)
    state = replay_answers(setup, deal.order, picks) if deal is not None else None
    names = {seat.number: seat.nickname for seat in seats}
    named = range(setup.players) if draft.is_log_open else (own_seat.number,)
    takes = state.takes_visible_to(named) if state is not None else ()
    has_others = draft.is_log_open and setup.sharing.passes_packets
    others = [(seat.number, seat.nickname) for seat in seats if seat.pk != own_seat.pk] if has_others else []
    pool_key = own_seat.pool.key if own_seat.pool is not None and is_mine else None
    return SeatLog(
        draft.key,
        draft.name,
        seat.number,
        seat.nickname,
        is_mine,
        pool_key,
        tuple(others),
        entries,
        setup,
        draft.bot_levels[seat.number],
        may_show_packets(draft, seats),
        state.hands[seat.number] if state is not None else (),
        tuple((names[take.seat], take) for take in takes),
    )


def own_seat_of_ended_draft(draft: Draft, seats: Sequence[Seat], visitor: Visitor) -> Seat:
    """Return the visitor’s seat; raises `NotAllowed` without one, `Conflict` until the draft is over."""
    own_seat = visitor.seat_among(seats)
    if own_seat is None:
        raise NotAllowed(gettext_noop("Only people who drafted here can see the picks."))
    if draft.status in Draft.OPEN:
        raise Conflict(gettext_noop("The log is available once the draft is over."))
    return own_seat


def may_show_packets(draft: Draft, seats: Sequence[Seat]) -> bool:
    """Return whether outsiders may see the packets."""
    return draft.sharing == Sharing.PACKETS and may_show_picks(draft, seats)


def statistics_of_own_picks(person: Person | None) -> CountedCards:
    mine = Q(draft__seats__person=person, draft__seats__number=F("seat"))
    return _pick_statistics(_finished_drafts().filter(seats__person=person), mine) if person else NO_STATISTICS


def statistics_of_own_drafts(person: Person | None) -> CountedCards:
    drafts = _finished_drafts().filter(OPEN_LOG, seats__person=person)
    return _pick_statistics(drafts) if person else NO_STATISTICS


def statistics_among_players(people: Collection[int]) -> CountedCards:
    theirs = Count("seats", filter=Q(seats__person__in=people), distinct=True)
    drafts = _finished_drafts().alias(members=theirs).filter(members__gte=2)
    return _pick_statistics(drafts.filter(OPEN_LOG))


def _finished_drafts() -> QuerySet[Draft]:
    """Return finished drafts by the rules; in other drafts, a pick number means something else."""
    return Draft.objects.filter(status=Draft.Status.DONE, house__isnull=True, sharing=Sharing.PACKETS)


def _pick_statistics(drafts: QuerySet[Draft], whose: Q | None = None) -> CountedCards:
    """Return statistics that the database sums up, so that memory doesn’t grow with the drafts. Two queries."""
    pools, cards, number = Counter[str](), catalogue(), F("number")
    setups = Counter(setup_of(draft) for draft in drafts)
    for setup, times in setups.items():
        pools.update(dict.fromkeys(pool_codes_of(setup, cards), times))
    picks = Pick.objects.filter(whose or Q(), draft__in=drafts.values("pk"), by=Pick.By.PLAYER).order_by()
    first = Count("pk", filter=Q(number=1))
    sums = picks.values_list("card").annotate(Count("pk"), Sum("number"), squares=Sum(number * number), first=first)
    counts = {card: CardCount(max(pools[card], times), times, *more) for card, times, *more in sums}
    return CountedCards(setups.total(), sum(count.times for count in counts.values()), card_rows(counts), cards.by_code)


def picks_of_draft(draft: Draft) -> list[MadePick]:
    rows = Pick.objects.filter(draft=draft).order_by("pk").values_list("seat", "round", "number", "card", "by")
    return [MadePick(*row) for row in rows]


def picks_by_card(draft: Draft, seat: int) -> list[MadePick]:
    """Return a pick for each card of a seat, in order; without packets, by turn. Needs a deal once started."""
    setup, picks = setup_of(draft), picks_of_draft(draft)
    if setup.sharing.passes_packets or not hasattr(draft, "deal"):
        return [pick for pick in picks if pick.seat == seat]
    state = replay_answers(setup, draft.deal.order, picks)
    if not picks:
        return [
            MadePick(seat, 1, number, card, Pick.By.PLAYER) for number, card in enumerate(state.hands[seat], start=1)
        ]
    taken = zip(picks, state.takes_visible_to((seat,)), strict=True)
    return [
        MadePick(seat, pick.round, pick.number + index, card, pick.by)
        for pick, take in taken
        if take.seat == seat
        for index, card in enumerate(take.cards)
    ]


# All seats, perhaps of many drafts, request their proof within seconds of the last pick. Six seats take about 300 kB.
MAX_CACHED_PROOFS = 64


# The data for the proofs of all seats: every pick, and every card’s path to the root.
_ended_proofs_cache: VersionedCache[tuple[list[MadePick], list[CardProof]]] = VersionedCache(MAX_CACHED_PROOFS)


def shuffle_proof_for(key: str, visitor: Visitor) -> dict[str, Any]:
    """Return the proof of the visitor’s seat; raises `Conflict` before the end, `NotAllowed` without a seat."""
    loaded = load_draft(key)
    seat, draft = own_seat_or_raise(loaded, visitor), loaded.draft
    if draft.status in Draft.OPEN or not draft.commitment:
        raise Conflict(gettext_noop("Proofs are available once the draft is over."))
    setup = setup_of(draft)
    if not setup.sharing.hides_cards:
        raise Conflict(gettext_noop("All cards lay open from the start, so there’s nothing to prove."))
    assert loaded.state is not None  # a draft with a commitment has started
    picks, proofs = _ended_proofs_cache.get_or_make(draft.key, draft.version, lambda: _ended_draft_proofs(loaded))
    secret, called_off = bytes.fromhex(draft.deal.salt), draft.status == Draft.Status.ABORTED
    seats = [CommittedSeat(seat["name"], seat["digest"]) for seat in draft.deal.seats]
    deal = CommittedDeal(draft.key, setup, draft.deal.order, secret, draft.commitment, seats, proofs)
    if setup.sharing.passes_packets:
        return proof_document_for(deal, seat.number, picks, called_off=called_off)
    if isinstance(loaded.state, WinstonState):
        return pile_proof_document_for(deal, seat.number, loaded.state.answers, called_off=called_off)
    rounds_dealt = min(loaded.state.count + 1, len(setup.sizes)) if called_off else None
    return dealt_proof_document_for(deal, seat.number, rounds_dealt=rounds_dealt)


def _ended_draft_proofs(loaded: LoadedDraft) -> tuple[list[MadePick], list[CardProof]]:
    state, deal = loaded.state, loaded.draft.deal
    picks = picks_of_state(state) if state is not None and state.setup.sharing.passes_packets else []
    return picks, card_proofs(deal.order, bytes.fromhex(deal.salt))
