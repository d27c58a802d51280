"""Services of drafts with real cards: create one, deal for it, go on to the next pick, enter pools and prove the deal.

If the site deals, someone sorts the packets with its kit. A commitment fixes the order of the cards, the seats and the
set-up before the first packet is passed, as in a draft on the site. The site never learns who picked what, so a proof
only shows the packets that a seat was dealt.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from accounts.models import Person
from cards.core.facts import CardFacts, Catalogue, People
from common.database.transactions import VersionConflict
from common.errors import Conflict, Invalid, Missing, NotAllowed
from common.text import fold, gettext_noop, tidy_name
from decks.deck.services import create_pool
from drafts.core.archive.pool_findings import PoolProblem, pool_problems, shared_card_problems
from drafts.core.engine.clock import Clock
from drafts.core.engine.setup import LastDealDirection, Setup, pool_codes_of, shuffle_pool
from drafts.core.proof.document import CommittedDeal, committed_seats, dealt_proof_document_for, setup_digest_of_deal
from drafts.core.proof.merkle import shuffle_commitment
from drafts.models import PaperSeat, PaperTable
from drafts.table.presenters import sorted_cards
from drafts.table.transactions import in_transaction
from live.pubsub import notify

_random = secrets.SystemRandom()
# Players misread few cards; changing many at once could reveal what other players have.
MAX_POOL_CORRECTIONS = 5
MAX_NAME_CHARACTERS = 60
DEAL_SECRET_BYTES = 32
SEAT_LETTERS = "ABCDEFGHIJ"  # letters by seat number, for the labels of packets


@dataclass(frozen=True, slots=True)
class PaperDraft:
    """A loaded draft with real cards: its row, its seats in order, its set-up."""

    table: PaperTable
    seats: tuple[PaperSeat, ...]
    setup: Setup

    @property
    def awaits_pools(self) -> bool:
        """Return whether all picks are made and players enter their pools."""
        return self.table.status == PaperTable.Status.ENTERING

    def seat_of(self, person: Person | None) -> PaperSeat | None:
        return next((seat for seat in self.seats if person is not None and seat.person_id == person.pk), None)


@dataclass(frozen=True, slots=True)
class PoolSubmission:
    """Result of entering a pool: whether it was saved, and the problems found."""

    is_saved: bool
    findings: tuple[PoolProblem, ...]


@transaction.atomic
def create_paper_draft(
    *,
    host: Person,
    setup: Setup,
    names: Sequence[str],
    name: str = "",
    shuffled: bool = True,
    pick_seconds: int | None = None,
) -> PaperTable:
    """Create a draft for people at a real table; raises `Invalid` for wrong names or an impossible clock."""
    Clock(pick_seconds)
    clean = [tidy for name in names if (tidy := tidy_name(name))]
    if too_long := next((name for name in clean if len(name) > MAX_NAME_CHARACTERS), ""):
        template = gettext_noop("The name “%(name)s” has more than %(most)d characters. Choose a shorter one.")
        raise Invalid(
            template, {"name": f"{too_long[:MAX_NAME_CHARACTERS]}…", "most": MAX_NAME_CHARACTERS}, field="names"
        )
    if len(clean) != setup.players or len({fold(name) for name in clean}) != len(clean):
        template = gettext_noop("Enter %(players)d different names, one per line. You’ve entered %(have)d.")
        raise Invalid(template, {"players": setup.players, "have": len({fold(name) for name in clean})}, field="names")
    if shuffled:
        _random.shuffle(clean)
    table = PaperTable.objects.create(
        host=host,
        name=tidy_name(name, length=80) or f"{host.display_name}’s draft",
        peoples=[people.value for people in setup.peoples],
        step8=setup.step8.value,
        pick_seconds=pick_seconds,
    )
    PaperSeat.objects.bulk_create(PaperSeat(table=table, number=index, name=name) for index, name in enumerate(clean))
    return table


def load_paper_draft(key: str) -> PaperDraft:
    """Load a draft with its seats; raises `Missing`. Two queries."""
    table = PaperTable.objects.select_related("host__user").filter(key=key).first()
    if table is None:
        raise Missing(gettext_noop("We couldn’t find that draft."))
    seats = tuple(table.seats.select_related("pool", "person").order_by("number"))
    peoples = tuple(People(people) for people in table.peoples)
    return PaperDraft(table, seats, Setup(len(seats), peoples, LastDealDirection(table.step8)))


def advance_paper_draft(
    key: str, *, person: Person | None, version: int, now: datetime | None = None, back: bool = False
) -> PaperDraft:
    """Go on to the next pick, after the last pick to the pools, or with `back` to the pick before. Host only.

    Does nothing if the draft no longer has this `version`, so that a double tap counts once.
    """
    paper = load_paper_draft(key)
    table = paper.table
    _require_host(paper, person)
    steps = paper.setup.steps
    place = len(steps) if paper.awaits_pools else steps.index((table.round, table.number))
    place += -1 if back else 1
    if not 0 <= place <= len(steps):
        raise Conflict(gettext_noop("You can’t go back before the first packet or on past the last."))
    if back and any(seat.entered for seat in paper.seats):
        raise Conflict(gettext_noop("Pools have already been entered."))
    status = PaperTable.Status.ENTERING if place == len(steps) else PaperTable.Status.DRAFTING
    round_number, number = steps[min(place, len(steps) - 1)]
    running = table.pick_seconds is not None and status == PaperTable.Status.DRAFTING
    ends = (now or timezone.now()) + timedelta(seconds=table.pick_seconds or 0) if running else None
    changes = {"round": round_number, "number": number, "status": status, "ends": ends, "version": F("version") + 1}
    with transaction.atomic():
        if PaperTable.objects.filter(pk=table.pk, version=version).update(**changes):
            notify(table.topic, version + 1)
    return load_paper_draft(key)


@in_transaction
def submit_pool(key: str, *, number: int, person: Person, codes: Sequence[str], catalogue: Catalogue) -> PoolSubmission:
    """Save the pool a player has entered, and return its problems; an impossible pool isn’t saved.

    Only saved pools are compared with other players’ pools. After that, a player can only change a few cards at a time,
    and everyone sees the count, so nobody can find out what others have by trying. Raises `NotAllowed` for another
    player’s seat, `Conflict` while packets are passed.
    """
    paper = load_paper_draft(key)
    if not paper.awaits_pools:
        raise Conflict(gettext_noop("You can enter pools once all packets have gone round."))
    seat, own_seat = paper_seat_by_number(paper, number), paper.seat_of(person)
    if seat.person_id not in (None, person.pk) or (own_seat is not None and own_seat.pk != seat.pk):
        raise NotAllowed(gettext_noop("You can only enter and edit your own pool."))
    findings = pool_problems(paper.setup, _pool_codes(paper.setup, catalogue), codes)
    if findings:
        return PoolSubmission(False, findings)
    _save_submitted_pool(paper.table, seat, person, codes)
    table = PaperTable.objects.filter(pk=paper.table.pk, version=paper.table.version)
    if not table.update(version=F("version") + 1):
        raise VersionConflict
    notify(paper.table.topic, paper.table.version + 1)
    return PoolSubmission(True, pool_problems_for(load_paper_draft(key), number))


def pool_problems_for(paper: PaperDraft, number: int) -> tuple[PoolProblem, ...]:
    """Return where a seat’s entered pool contradicts other players’ pools."""
    seat = paper.seats[number]
    if not seat.entered:
        return ()
    others = {seat.name: seat.codes for seat in paper.seats if seat.entered and seat.number != number}
    return shared_card_problems(seat.codes, others)


def cards_of_paper_draft(paper: PaperDraft, catalogue: Catalogue) -> list[CardFacts]:
    wanted = _pool_codes(paper.setup, catalogue)
    return [card for card in catalogue if card.code in wanted]


def _pool_codes(setup: Setup, catalogue: Catalogue) -> frozenset[str]:
    return frozenset(pool_codes_of(setup, catalogue))


def paper_seat_by_number(paper: PaperDraft, number: int) -> PaperSeat:
    """Return the seat with this number; raises `Missing`."""
    seat = next((seat for seat in paper.seats if seat.number == number), None)
    if seat is None:
        raise Missing(gettext_noop("This draft has no seat %(seat)d."), {"seat": number})
    return seat


def _save_submitted_pool(table: PaperTable, seat: PaperSeat, person: Person, codes: Sequence[str]) -> None:
    more = len(set(codes) - set(seat.codes))
    if seat.entered and more > MAX_POOL_CORRECTIONS:
        template = gettext_noop(
            "You can change at most %(most)d cards in a saved pool at a time; this would change %(more)d."
        )
        raise Conflict(template, {"most": MAX_POOL_CORRECTIONS, "more": more})
    seat.corrected += seat.entered and more > 0
    if seat.pool is None:
        seat.pool = create_pool(owner=person, name=table.name, codes=codes, source=f"draft:{table.key}")
    else:
        seat.pool.codes = list(codes)
        seat.pool.save(update_fields=["codes"])
    seat.person, seat.codes, seat.entered = person, list(codes), True
    seat.save()


@dataclass(frozen=True, slots=True)
class SortedPacket:
    """A packet: the code on its label ("3B"), its round, the player who gets it, and its cards in catalogue order."""

    code: str
    round: int
    player: str
    cards: tuple[CardFacts, ...]


@dataclass(frozen=True, slots=True)
class PacketKit:
    """Every packet, round by round, and the cards that stay in the box."""

    paper: PaperDraft
    packets: tuple[SortedPacket, ...]
    leftover: tuple[CardFacts, ...]


def deal_packets(key: str, *, person: Person | None, catalogue: Catalogue) -> None:
    """Deal, for the host; a second call does nothing. Raises `NotAllowed`, or `Conflict` once packets are passed."""
    paper = load_paper_draft(key)
    _require_host(paper, person)
    table = paper.table
    if table.deal is not None:
        return
    if paper.awaits_pools or (table.round, table.number) != (1, 1):
        raise Conflict(gettext_noop("Packets are already going round. The site can only deal before the first one."))
    secret = secrets.token_bytes(DEAL_SECRET_BYTES)
    order = shuffle_pool(pool_codes_of(paper.setup, catalogue), _random)
    fixed = setup_digest_of_deal(paper.setup, committed_seats(_seat_names(paper), secret))
    changes = {
        "deal": {"order": list(order), "salt": secret.hex()},
        "commitment": shuffle_commitment(table.key, order, secret, fixed),
        "version": F("version") + 1,
    }
    if PaperTable.objects.filter(pk=table.pk, deal__isnull=True, version=table.version).update(**changes):
        notify(table.topic, table.version + 1)


def packet_kit_for(key: str, *, person: Person | None, catalogue: Catalogue) -> PacketKit:
    """Return the kit; raises `NotAllowed` for anyone but the host, `Conflict` if the site hasn’t dealt."""
    paper = load_paper_draft(key)
    _require_host(paper, person)
    order = _deal_or_raise(paper)["order"]
    packets, start = [], 0
    for number, size in enumerate(paper.setup.sizes, start=1):
        for seat, name in enumerate(_seat_names(paper)):
            codes = order[start : start + size]
            packets.append(
                SortedPacket(f"{number}{SEAT_LETTERS[seat]}", number, name, tuple(sorted_cards(codes, catalogue)))
            )
            start += size
    return PacketKit(paper, tuple(packets), tuple(sorted_cards(order[start:], catalogue)))


def paper_proof_for(key: str, *, person: Person | None) -> dict[str, Any]:
    """Return the proof for a player who has entered their pool, else raise `NotAllowed`; `Conflict` before the end."""
    paper = load_paper_draft(key)
    deal = _deal_or_raise(paper)
    if not paper.awaits_pools:
        raise Conflict(gettext_noop("Proofs are available once the draft is over."))
    seat = paper.seat_of(person)
    if seat is None:
        raise NotAllowed(gettext_noop("Only the player who entered a pool can see it."))
    secret = bytes.fromhex(deal["salt"])
    seats = committed_seats(_seat_names(paper), secret)
    committed = CommittedDeal(paper.table.key, paper.setup, deal["order"], secret, paper.table.commitment, seats)
    return dealt_proof_document_for(committed, seat.number)


def _seat_names(paper: PaperDraft) -> list[str]:
    return [seat.name for seat in paper.seats]


def _deal_or_raise(paper: PaperDraft) -> dict[str, Any]:
    deal: dict[str, Any] | None = paper.table.deal
    if deal is None:
        raise Conflict(gettext_noop("In this draft, the players shuffle the cards themselves."))
    return deal


def _require_host(paper: PaperDraft, person: Person | None) -> None:
    if person is None or paper.table.host_id != person.pk:
        raise NotAllowed(gettext_noop("Only the host of this draft can do that."))
