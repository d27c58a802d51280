"""Verification of a proof document without the site: cards against the commitment, picks against the deal."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from common.errors import Invalid
from common.sentence_tables import sentences
from common.text import fill_template, gettext_noop
from drafts.core.engine.sharing import Sharing
from drafts.core.proof.document import (
    DEALT_PROOF_FORMAT,
    OLD_PROOF_FORMAT,
    OPEN_PROOF_FORMAT,
    PAPER_PROOF_FORMAT,
    PILE_PROOF_FORMAT,
    PROOF_FORMAT,
)
from drafts.core.proof.merkle import commitment_root, leaf_hash, root_from_path, seat_digest, setup_digest, way_digest
from drafts.core.ways.winston import replay_piles

# The largest number allowed in a proof file; no draft has more cards.
MAX_PROOF_NUMBER = 100_000
_FORMATS = (
    PROOF_FORMAT, OLD_PROOF_FORMAT, PILE_PROOF_FORMAT, PAPER_PROOF_FORMAT, DEALT_PROOF_FORMAT, OPEN_PROOF_FORMAT,
)  # fmt: skip
_FAULT_MESSAGES = sentences("drafts", "faulty_proofs")


@dataclass(frozen=True, slots=True)
class ProofFault:
    """Fault of a proof; `where` is a part of the file, such as "packets", and `at` the index in it."""

    where: str
    at: int
    template: str
    params: Mapping[str, object]

    def __str__(self) -> str:
        return fill_template(self.template, self.params)


@dataclass(frozen=True, slots=True)
class ProofVerdict:
    """Result of a check: the commitment, the number of cards and packets in the file, and all faults.

    `steps` is the number of packets of a seat in a whole draft; the file of a cancelled draft has fewer `packets`. For
    hidden piles, both are 0.
    """

    commitment: str
    cards: int
    packets: int
    faults: tuple[ProofFault, ...]
    steps: int = 0

    @property
    def is_valid(self) -> bool:
        return not self.faults


@dataclass(frozen=True, slots=True)
class _ProvenPacket:
    """A packet of the file; `at` is its index there, `origin` the seat it was dealt to."""

    at: int
    round: int
    number: int
    origin: int
    cards: frozenset[int]
    size: int
    kept: str


@dataclass(frozen=True, slots=True)
class _Proof:
    """The parsed file. The oldest format has no seats; with real cards and without packets there are no picks."""

    table: str
    commitment: str
    size: int
    players: int
    seat: int
    rounds: tuple[tuple[int, str], ...]
    seats: tuple[bytes, ...]
    has_seats: bool
    called_off: bool
    real_cards: bool
    without_packets: bool
    seen_by_all: bool
    way: str = ""

    @property
    def is_deal_only(self) -> bool:
        return self.real_cards or self.without_packets

    @property
    def setup_hash(self) -> bytes:
        if self.way:
            return way_digest(self.way, self.players, self.seats)
        return setup_digest(self.players, self.rounds, self.seats) if self.has_seats else b""

    @property
    def expected_picks(self) -> list[tuple[int, int]]:
        """Return all picks of a seat in a whole draft, as (round, number); only first picks if `is_deal_only`."""
        picks = [(round_, n) for round_, (size, _direction) in enumerate(self.rounds, start=1) for n in range(1, size)]
        return [(round_, n) for round_, n in picks if n == 1 or not self.is_deal_only]

    def index_of_packet(self, round_number: int, origin: int) -> int:
        """Return the index in the deal at which a seat’s packet of a round begins."""
        return self.dealt_before(round_number) + origin * self.rounds[round_number - 1][0]

    def dealt_before(self, round_number: int) -> int:
        """Return how many cards were dealt to all seats together before a round."""
        sizes = sum(size for size, _direction in self.rounds[: round_number - 1])
        return sizes if self.seen_by_all else sizes * self.players


def check_proof(paper: object, *, noted: str = "", picks: int | None = None, real_cards: bool = False) -> ProofVerdict:
    """Check a proof file; `noted` is the commitment the player wrote down before the first pick.

    The caller must pass what the commitment doesn’t cover, or a shortened file would pass the check. `picks` is how
    many picks the seat (with hidden piles, all seats) had made when the draft was cancelled; None if it wasn’t.
    `real_cards` says whether it was a draft with real cards. Raises `Invalid` for anything that isn’t a proof file.
    """
    if not isinstance(paper, dict) or paper.get("format") not in _FORMATS:
        raise Invalid(
            gettext_noop("This isn’t a draft proof: its format isn’t “%(format)s”."), {"format": PROOF_FORMAT}
        )
    try:
        return _check_proof_document(paper, noted.strip().lower(), picks, real_cards)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, OverflowError):
        raise Invalid(gettext_noop("This proof is damaged: something is missing or invalid.")) from None


def _check_proof_document(document: Mapping[str, Any], noted: str, picks: int | None, real_cards: bool) -> ProofVerdict:
    paper = _parse_document(document)
    faults = [*_contradictions(paper, len(document["packets"]), picks, real_cards)]
    if noted and noted != paper.commitment:
        faults.append(ProofFault("commitment", 0, _FAULT_MESSAGES["noted"], {}))
    cards: dict[int, str] = {}
    for proof in document["proofs"]:
        index, card = _parse_integer(proof["index"]), _parse_string(proof["card"])
        if not _leads_to_commitment(proof, paper):
            faults.append(ProofFault("proofs", index, _FAULT_MESSAGES["astray"], {"index": index, "card": card}))
        cards[index] = card
    if len(set(cards.values())) != len(document["proofs"]):
        faults.append(ProofFault("proofs", 0, _FAULT_MESSAGES["twice"], {}))
    if paper.way:
        answers = [_parse_string(answer) for answer in document["answers"]]
        faults += [*_setup_errors(paper, document), *_pile_errors(paper, answers, cards, picks)]
        return ProofVerdict(paper.commitment, len(cards), 0, tuple(faults))
    packets = [_parse_packet(paper, position, packet) for position, packet in enumerate(document["packets"])]
    faults += [
        *_setup_errors(paper, document),
        *_packet_errors(paper, packets, cards),
        *_missing_pick_errors(paper, packets, picks),
    ]
    return ProofVerdict(paper.commitment, len(cards), len(packets), tuple(faults), len(paper.expected_picks))


def _parse_document(document: Mapping[str, Any]) -> _Proof:
    bound, piles = document["format"] != OLD_PROOF_FORMAT, document["format"] == PILE_PROOF_FORMAT
    if piles and document["way"] != Sharing.WINSTON:
        raise ValueError(document["way"])
    return _Proof(
        table=_parse_string(document["table"]),
        commitment=_parse_string(document["commitment"]).lower(),
        size=_parse_integer(document["size"]),
        players=_parse_integer(document["players"]),
        seat=_parse_integer(document["seat"]),
        rounds=tuple((_parse_integer(deal["packet"]), _parse_string(deal["direction"])) for deal in document["rounds"]),
        seats=tuple(bytes.fromhex(seat) for seat in document["seats"]["all"]) if bound else (),
        has_seats=bound,
        called_off=document.get("called_off", False) is True,
        real_cards=document["format"] == PAPER_PROOF_FORMAT,
        without_packets=document["format"] in (DEALT_PROOF_FORMAT, OPEN_PROOF_FORMAT),
        seen_by_all=document["format"] == OPEN_PROOF_FORMAT,
        way=document["way"] if piles else "",
    )


def _parse_integer(value: object) -> int:
    """Return an integer from JSON; raises ValueError for anything else, such as 3.7, true and "3"."""
    if type(value) is not int or not 0 <= value <= MAX_PROOF_NUMBER:
        raise ValueError(value)
    return value


def _parse_string(value: object) -> str:
    """Return a string from JSON; raises ValueError for anything else."""
    if not isinstance(value, str):
        raise ValueError(value)
    return value


def _leads_to_commitment(proof: Mapping[str, Any], paper: _Proof) -> bool:
    index = _parse_integer(proof["index"])
    if index >= paper.size:
        return False
    start = leaf_hash(index, _parse_string(proof["card"]), bytes.fromhex(proof["salt"]))
    top = root_from_path(start, index, paper.size, [bytes.fromhex(step) for step in proof["path"]])
    return top is not None and commitment_root(paper.table, paper.size, top, paper.setup_hash).hex() == paper.commitment


def _setup_errors(paper: _Proof, document: Mapping[str, Any]) -> Iterator[ProofFault]:
    """Yield faults if players, rounds and seat contradict each other or the commitment."""
    directions = {direction for _size, direction in paper.rounds} <= {"left", "right"}
    if not paper.seat < paper.players or paper.dealt_before(len(paper.rounds) + 1) > paper.size or not directions:
        yield ProofFault("setup", 0, _FAULT_MESSAGES["setup"], {})
    elif paper.has_seats:
        mine = document["seats"]
        digest = seat_digest(paper.seat, _parse_string(mine["name"]), bytes.fromhex(mine["salt"]))
        if len(paper.seats) != paper.players or paper.seats[paper.seat] != digest:
            yield ProofFault("setup", 0, _FAULT_MESSAGES["seat"], {})


def _pile_errors(
    paper: _Proof, answers: Sequence[str], cards: Mapping[int, str], picks: int | None
) -> Iterator[ProofFault]:
    """Yield faults unless the answers are possible, end as the draft did, and the file has exactly the cards seen."""
    try:
        piles, seen = replay_piles(paper.players, paper.size, answers, paper.seat)
    except ValueError as error:
        if not error.args:
            raise
        yield ProofFault("answers", error.args[0] - 1, _FAULT_MESSAGES["answer"], {"number": error.args[0]})
        return
    if (not piles.is_over) if picks is None else len(answers) != picks:
        yield ProofFault("answers", len(answers), _FAULT_MESSAGES["answers_end"], {"number": len(answers)})
    for index in sorted(seen.symmetric_difference(cards)):
        template = _FAULT_MESSAGES["seen" if index in seen else "unseen"]
        yield ProofFault("proofs", index, template, {"index": index})


def _parse_packet(paper: _Proof, index: int, data: Mapping[str, Any]) -> _ProvenPacket:
    round_number, number = _parse_integer(data["round"]), _parse_integer(data["number"])
    if not 1 <= round_number <= len(paper.rounds) or not paper.players or not number:
        raise ValueError(round_number)
    step = -1 if paper.rounds[round_number - 1][1] == "right" else 1
    origin = 0 if paper.seen_by_all else (paper.seat - step * (number - 1)) % paper.players
    cards = frozenset(_parse_integer(position) for position in data["cards"])
    kept = "" if paper.is_deal_only else _parse_string(data["kept"])
    return _ProvenPacket(index, round_number, number, origin, cards, len(data["cards"]), kept)


def _packet_errors(paper: _Proof, packets: Sequence[_ProvenPacket], cards: Mapping[int, str]) -> Iterator[ProofFault]:
    """Yield faults of packets that differ from the deal, or have more cards than when the seat last saw them."""
    left: dict[tuple[int, int], frozenset[int]] = {}
    for packet in sorted(packets, key=lambda proven_packet: (proven_packet.round, proven_packet.number)):
        template = _dealt_cards_error(paper, packet, cards)
        before = left.get((packet.round, packet.origin))
        if not template and before is not None and not packet.cards <= before:
            template = _FAULT_MESSAGES["appeared"]
        left[packet.round, packet.origin] = frozenset(card for card in packet.cards if cards.get(card) != packet.kept)
        if template:
            yield ProofFault("packets", packet.at, template, {"round": packet.round, "number": packet.number})


def _dealt_cards_error(paper: _Proof, packet: _ProvenPacket, cards: Mapping[int, str]) -> str:
    size = paper.rounds[packet.round - 1][0]
    first = paper.index_of_packet(packet.round, packet.origin)
    if len(packet.cards) != packet.size or packet.size != size - packet.number + 1:
        return _FAULT_MESSAGES["size"]
    if not all(first <= position < first + size for position in packet.cards):
        return _FAULT_MESSAGES["not_dealt"]
    if not all(position in cards for position in packet.cards):
        return _FAULT_MESSAGES["unproved"]
    if not paper.is_deal_only and packet.kept not in [cards[position] for position in packet.cards]:
        return _FAULT_MESSAGES["not_held"]
    return ""


def _contradictions(paper: _Proof, packets: int, picks: int | None, real_cards: bool) -> Iterator[ProofFault]:
    """Yield faults of a file that contradicts what the caller knows about the draft."""
    if paper.called_off and picks is None:
        yield ProofFault(
            "setup", 0, _FAULT_MESSAGES["called_off"], {"packets": packets, "steps": len(paper.expected_picks)}
        )
    elif not paper.called_off and picks is not None:
        yield ProofFault("setup", 0, _FAULT_MESSAGES["not_called_off"], {})
    if paper.real_cards and not real_cards:
        yield ProofFault("setup", 0, _FAULT_MESSAGES["real_cards"], {})
    elif real_cards and not paper.real_cards:
        yield ProofFault("setup", 0, _FAULT_MESSAGES["no_real_cards"], {})


def _missing_pick_errors(paper: _Proof, packets: Sequence[_ProvenPacket], picks: int | None) -> Iterator[ProofFault]:
    """Yield faults unless each pick of the seat is there once, or each of the first `picks` of a cancelled draft."""
    counts = Counter((packet.round, packet.number) for packet in packets)
    wanted = paper.expected_picks[:picks]
    for place in wanted:
        if place not in counts:
            yield ProofFault("packets", 0, _FAULT_MESSAGES["missing"], {"round": place[0], "number": place[1]})
    for place in sorted(counts):
        if counts[place] > 1 or place not in wanted:
            yield ProofFault("packets", 0, _FAULT_MESSAGES["step_twice"], {"round": place[0], "number": place[1]})
