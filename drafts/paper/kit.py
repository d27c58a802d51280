"""Kit of a draft with real cards: the site deals, someone sorts the packets, and everyone can check it afterwards.

A commitment fixes the order of the cards, the seats and the set-up before the first packet goes round, as in a draft on
the site. The site never learns who picked what, so a proof shows the packets that a seat was dealt.
"""

import secrets
from dataclasses import dataclass
from typing import Any

from django.db.models import F

from accounts.models import Person
from cards.core.facts import CardFacts, Catalogue
from common.errors import Conflict, NotAllowed
from common.text import gettext_noop
from drafts.core.engine.setup import pool_codes_of, shuffle_pool
from drafts.core.proof.document import committed_seats, dealt_proof_document_for, setup_digest_of_deal
from drafts.core.proof.merkle import shuffle_commitment
from drafts.models import PaperTable
from drafts.paper.services import PaperDraft, load_paper_draft
from drafts.table.presenters import sorted_cards
from live.pubsub import notify

_random = secrets.SystemRandom()
DEAL_SECRET_BYTES = 32
SEAT_LETTERS = "ABCDEFGHIJ"  # by seat number, for the labels of packets


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
    """Deal, for the host; does nothing the second time. Raises `NotAllowed`, or `Conflict` once packets go round."""
    paper = load_paper_draft(key)
    _require_host(paper, person)
    table = paper.table
    if table.deal is not None:
        return
    if paper.entering or (table.round, table.number) != (1, 1):
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
    """Return the proof for a player who has entered their pool; raises `Conflict` before the end, else `NotAllowed`."""
    paper = load_paper_draft(key)
    deal = _deal_or_raise(paper)
    if not paper.entering:
        raise Conflict(gettext_noop("Proofs are available once the draft is over."))
    seat = paper.seat_of(person)
    if seat is None:
        raise NotAllowed(gettext_noop("Only the player who entered a pool can see it."))
    secret = bytes.fromhex(deal["salt"])
    return dealt_proof_document_for(
        table=paper.table.key,
        setup=paper.setup,
        deal=deal["order"],
        seat=seat.number,
        secret=secret,
        commitment=paper.table.commitment,
        seats=committed_seats(_seat_names(paper), secret),
    )


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
