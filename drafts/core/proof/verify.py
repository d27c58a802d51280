"""Checking such a file, without the site: every card against the commitment, every packet against the deal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from common.errors import Invalid
from common.text import filled, gettext_noop
from drafts.core.proof.document import FORMAT
from drafts.core.proof.merkle import climb, leaf, root


@dataclass(frozen=True, slots=True)
class Fault:
    """What does not hold, and where: a place in the order ("proofs", index) or a packet ("packets", its place)."""

    where: str
    at: int
    template: str
    params: Mapping[str, object]

    def __str__(self) -> str:
        return filled(self.template, self.params)


@dataclass(frozen=True, slots=True)
class Verdict:
    """How many cards and packets were checked against which commitment, and everything that does not hold."""

    commitment: str
    cards: int
    packets: int
    faults: tuple[Fault, ...]

    @property
    def holds(self) -> bool:
        """Whether all of it is as was promised."""
        return not self.faults


def check(paper: object, *, noted: str = "") -> Verdict:
    """Check a file; `noted` is the commitment as the player wrote it down before the first pick.

    Raises `Invalid` for something that is no such file.
    """
    if not isinstance(paper, dict) or paper.get("format") != FORMAT:
        raise Invalid(gettext_noop("This is no proof of a draft: the format is not “%(format)s”."), {"format": FORMAT})
    try:
        return _check(paper, noted.strip().lower())
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, OverflowError):
        raise Invalid(gettext_noop("This proof is damaged: something is missing or is not what it must be.")) from None


def _check(paper: Mapping[str, Any], noted: str) -> Verdict:
    commitment, size = str(paper["commitment"]).lower(), int(paper["size"])
    faults = []
    if noted and noted != commitment:
        template = gettext_noop("The commitment of the file is not the one noted before the draft.")
        faults.append(Fault("commitment", 0, template, {}))
    cards: dict[int, str] = {}
    for proof in paper["proofs"]:
        index, card = int(proof["index"]), str(proof["card"])
        if not _leads_to(proof, str(paper["table"]), size, commitment):
            template = gettext_noop("Card %(index)d of the order, “%(card)s”, does not lead to the commitment.")
            faults.append(Fault("proofs", index, template, {"index": index, "card": card}))
        cards[index] = card
    if len(set(cards.values())) != len(cards):
        faults.append(Fault("proofs", 0, gettext_noop("A card stands at two places of the order."), {}))
    starts = _starts(paper["rounds"], int(paper["players"]))
    for at, packet in enumerate(paper["packets"]):
        fault = _packet_fault(paper, packet, starts, cards)
        if fault:
            params = {"round": int(packet["round"]), "number": int(packet["number"])}
            faults.append(Fault("packets", at, fault, params))
    return Verdict(commitment, len(cards), len(paper["packets"]), tuple(faults))


def _leads_to(proof: Mapping[str, Any], table: str, size: int, commitment: str) -> bool:
    index = int(proof["index"])
    if not 0 <= index < size:
        return False
    start = leaf(index, str(proof["card"]), bytes.fromhex(proof["salt"]))
    top = climb(start, index, size, [bytes.fromhex(one) for one in proof["path"]])
    return top is not None and root(table, size, top).hex() == commitment


def _starts(rounds: Sequence[Mapping[str, Any]], players: int) -> list[int]:
    """Where in the order each round begins."""
    found, start = [], 0
    for one in rounds:
        found.append(start)
        start += int(one["packet"]) * players
    return found


def _packet_fault(
    paper: Mapping[str, Any], packet: Mapping[str, Any], starts: Sequence[int], cards: Mapping[int, str]
) -> str:
    """What is wrong with a packet: it must hold what was dealt to the seat it came from, less the picks before."""
    players, number = int(paper["players"]), int(packet["number"])
    size = int(paper["rounds"][int(packet["round"]) - 1]["packet"])
    step = -1 if paper["rounds"][int(packet["round"]) - 1]["direction"] == "right" else 1
    origin = (int(paper["seat"]) - step * (number - 1)) % players
    first = starts[int(packet["round"]) - 1] + origin * size
    held = [int(one) for one in packet["cards"]]
    if len(set(held)) != size - number + 1:
        return gettext_noop("Round %(round)d, pick %(number)d: the packet has not as many cards as it must.")
    if not all(first <= one < first + size for one in held):
        return gettext_noop("Round %(round)d, pick %(number)d: a card was not dealt to the seat this packet came from.")
    if not all(one in cards for one in held):
        return gettext_noop("Round %(round)d, pick %(number)d: a card of the packet has no proof.")
    if packet["kept"] not in [cards[one] for one in held]:
        return gettext_noop("Round %(round)d, pick %(number)d: the card kept was not in the packet.")
    return ""
