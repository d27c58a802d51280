"""Proof document: the packets a player saw, and for each card its index in the deal, salt and path to the root."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from drafts.core.engine.setup import Setup
from drafts.core.engine.sharing import Sharing
from drafts.core.engine.state import DraftPick, packets_of_seat
from drafts.core.proof.merkle import (
    leaf_salt,
    merkle_path,
    merkle_tree_of,
    seat_digest,
    seat_salt,
    setup_digest,
    way_digest,
)
from drafts.core.ways.winston import replay_piles

PROOF_FORMAT = "tenmoons-draft-proof/2"
# For hidden piles, of which each seat sees different cards: all answers, and the cards that the seat has seen.
PILE_PROOF_FORMAT = "tenmoons-draft-proof/3"
# For drafts whose commitment only covers the cards.
OLD_PROOF_FORMAT = "tenmoons-draft-proof/1"
# For tables with real cards: the packets as dealt, because the site doesn’t see the picks.
PAPER_PROOF_FORMAT = "tenmoons-paper-proof/1"
# For other ways without packets: the cards dealt to each seat, or to all seats alike. Any takes are public.
DEALT_PROOF_FORMAT, OPEN_PROOF_FORMAT = "tenmoons-dealt-proof/1", "tenmoons-open-proof/1"


# A card with its index in the deal, its salt and its path to the root.
CardProof = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class CommittedSeat:
    """The name at a seat at the deal, and its digest, which the commitment covers."""

    name: str
    digest: str


@dataclass(frozen=True, slots=True)
class CommittedDeal:
    """A deal that was committed to before the first pick: `order` has all cards, every salt is made from `secret`.

    Older drafts have no seats. `ways` are the result of `card_proofs`, if the caller has it.
    """

    table: str
    setup: Setup
    order: Sequence[str] = field(repr=False)
    secret: bytes = field(repr=False)
    commitment: str
    seats: Sequence[CommittedSeat] = ()
    ways: Sequence[CardProof] = ()

    @property
    def proofs(self) -> Sequence[CardProof]:
        return self.ways or card_proofs(self.order, self.secret)


def committed_seats(names: Sequence[str], secret: bytes) -> tuple[CommittedSeat, ...]:
    return tuple(
        CommittedSeat(name, seat_digest(number, name, seat_salt(secret, number)).hex())
        for number, name in enumerate(names)
    )


def setup_digest_of_deal(setup: Setup, seats: Sequence[CommittedSeat]) -> bytes:
    """Return the digest of set-up and seats; empty for a draft whose commitment only covers the cards."""
    if not seats:
        return b""
    if setup.sharing is Sharing.WINSTON:
        return way_digest(setup.sharing.value, setup.players, [bytes.fromhex(seat.digest) for seat in seats])
    rounds = [(size, setup.direction(number).value) for number, size in enumerate(setup.sizes, start=1)]
    return setup_digest(setup.players, rounds, [bytes.fromhex(seat.digest) for seat in seats])


def card_proofs(deal: Sequence[str], secret: bytes) -> list[CardProof]:
    """Return the proof of every card of a deal. Secret: `proof_document_for` chooses what a seat may see."""
    tree = [[node.hex() for node in level] for level in merkle_tree_of(deal, secret)]
    return [
        {"index": index, "card": card, "salt": leaf_salt(secret, index).hex(), "path": merkle_path(tree, index)}
        for index, card in enumerate(deal)
    ]


def proof_document_for(
    deal: CommittedDeal, seat: int, picks: Sequence[DraftPick], *, called_off: bool = False
) -> dict[str, Any]:
    """Return the proof file of a seat: proofs of the cards it saw, and nothing about any other card."""
    packets = [
        {"round": pick.round, "number": pick.number, "cards": indexes, "kept": pick.card}
        for pick, indexes in packets_of_seat(deal.setup, deal.order, picks, seat)
    ]
    head = {"format": PROOF_FORMAT if deal.seats else OLD_PROOF_FORMAT, "table": deal.table, "called_off": called_off}
    head |= {"commitment": deal.commitment, "size": len(deal.order)}
    return head | _proof_document(deal, seat, packets)


def dealt_proof_document_for(deal: CommittedDeal, seat: int, *, rounds_dealt: int | None = None) -> dict[str, Any]:
    """Return the proof file of a seat for the cards it was dealt, with real cards or without packets.

    `rounds_dealt` is the number of rounds dealt before the draft was cancelled; None for all rounds.
    """
    packets: list[dict[str, Any]] = []
    start, setup = 0, deal.setup
    shared = setup.sharing.shows_same_cards
    for number, size in enumerate(setup.sizes[:rounds_dealt], start=1):
        first = start if shared else start + seat * size
        packets.append({"round": number, "number": 1, "cards": list(range(first, first + size)), "kept": ""})
        start += size if shared else size * setup.players
    dealt_format = OPEN_PROOF_FORMAT if shared else DEALT_PROOF_FORMAT
    head: dict[str, Any] = {
        "format": dealt_format if setup.sharing is not Sharing.PACKETS else PAPER_PROOF_FORMAT,
        "table": deal.table,
        "commitment": deal.commitment,
        "size": len(deal.order),
    }
    if rounds_dealt is not None:
        head["called_off"] = True
    return head | _proof_document(deal, seat, packets)


def pile_proof_document_for(
    deal: CommittedDeal, seat: int, answers: Sequence[str], *, called_off: bool = False
) -> dict[str, Any]:
    """Return the proof file of a seat at hidden piles: the answers of all seats, and proofs of the cards it saw."""
    _piles, seen = replay_piles(deal.setup.players, len(deal.order), answers, seat)
    head = {"format": PILE_PROOF_FORMAT, "table": deal.table, "called_off": called_off}
    head |= {"commitment": deal.commitment, "size": len(deal.order), "way": deal.setup.sharing.value}
    proofs = deal.proofs
    own = {"rounds": [], "answers": list(answers), "proofs": [proofs[index] for index in sorted(seen)]}
    return head | _proof_document(deal, seat, ()) | own


def _proof_document(deal: CommittedDeal, seat: int, packets: Sequence[dict[str, Any]]) -> dict[str, Any]:
    setup, seats, proofs = deal.setup, deal.seats, deal.proofs
    mine: dict[str, Any] = {}
    if seats:
        salt = seat_salt(deal.secret, seat).hex()
        mine = {"name": seats[seat].name, "salt": salt, "all": [seat.digest for seat in seats]}
    return {
        "players": setup.players,
        "seat": seat,
        "seats": mine,
        "rounds": [
            {"packet": size, "direction": setup.direction(number).value}
            for number, size in enumerate(setup.sizes, start=1)
        ],
        "packets": list(packets),
        "proofs": [proofs[index] for index in sorted({index for packet in packets for index in packet["cards"]})],
    }
