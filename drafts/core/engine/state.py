"""State of a draft in any way of sharing the cards: the interface for services, sockets and pages, and its errors.

A state is derived from the set-up, the order of the cards and the answers so far, and is never stored. Packets are
passed in `drafts.core.engine.play`, all other ways are in `drafts.core.ways`. What the public and one seat may know is
copied field by field, so that no secret slips in (DRAFT-18); no error reveals another seat’s cards.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from common.errors import Conflict, Missing
from drafts.core.engine.setup import PassDirection, PassingMode, Setup


class NoSuchSeat(Missing):
    """The draft has no seat with this number."""


class NotYourPacket(Conflict):
    """The pick isn’t for the packet in front of the seat (DRAFT-07)."""


class NotInPacket(Conflict):
    """The card is not in the packet in front of the seat (DRAFT-06)."""


class AlreadyPicked(Conflict):
    """The seat has already picked from this packet (DRAFT-19)."""


class DraftOver(Conflict):
    """All picks have been made (DRAFT-11)."""


class NoPacketYet(Conflict):
    """The seat is waiting for a packet (DRAFT-19, when packets queue)."""


@dataclass(frozen=True, slots=True)
class TurnTake:
    """What a seat took in one turn: `cards`, and `hidden`, the number of other cards, which the reader may not see.

    `pile` is the number of the pile, 0 if the cards come from none. A seat that leaves a pile takes nothing.
    """

    seat: int
    cards: tuple[str, ...]
    pile: int = 0
    hidden: int = 0


@dataclass(frozen=True, slots=True)
class PublicDraftState:
    """What everyone, even a spectator, may know of a draft: no card, unless cards lie open for all.

    By seat: `sizes` counts the cards in its packet (0 once it has picked), `waiting` the packets in front of it, `kept`
    the cards it keeps; `places` has round and number of its next pick. `round` and `number` are the slowest seat’s;
    `of` is the number of picks in this round. `piles` are the cards that lie on the table (“” for a hidden card),
    `takes` what was taken of them so far, `answers` the words of those turns; all empty if packets are passed. `most`
    is how many cards the seat to move may take at once.
    """

    players: int
    round: int
    rounds: int
    number: int
    of: int
    last_deal: bool
    direction: PassDirection
    picked: tuple[bool, ...]
    sizes: tuple[int, ...]
    kept: tuple[int, ...]
    picks: int
    over: bool
    flow: PassingMode
    places: tuple[tuple[int, int], ...]
    waiting: tuple[int, ...]
    piles: tuple[tuple[str, ...], ...] = ()
    takes: tuple[TurnTake, ...] = ()
    answers: tuple[str, ...] = ()
    most: int = 0

    @property
    def awaited(self) -> tuple[int, ...]:
        return () if self.over else tuple(seat for seat, done in enumerate(self.picked) if not done)

    def receiver(self, seat: int) -> int:
        return (seat + self.direction.step) % self.players

    def giver(self, seat: int) -> int:
        return (seat - self.direction.step) % self.players


@dataclass(frozen=True, slots=True)
class SeatDraftState:
    """What one seat may know: the public part, its packet (the cards or answers to choose from; empty while it waits),
    and its picks (`pool`). `piles` are hidden piles with the cards it has looked at, “” for other cards.

    A pick must name `round` and `number`. `chosen` is the card just picked and `left` the rest of that packet, until it
    has been passed.
    """

    table: PublicDraftState
    seat: int
    round: int
    number: int
    packet: tuple[str, ...]
    chosen: str
    left: tuple[str, ...]
    pool: tuple[str, ...]
    piles: tuple[tuple[str, ...], ...] = ()


PacketCards = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DraftPick:
    """An answer: which card a seat keeps at the place that round and number name.

    If a way’s answers aren’t cards, `card` names the place, such as “take 7.2”, so that all answers of a draft differ.
    """

    seat: int
    round: int
    number: int
    card: str


AnyPick = TypeVar("AnyPick", bound=DraftPick)


def packets_of_seat(
    setup: Setup, deal: Sequence[str], picks: Sequence[AnyPick], seat: int
) -> Iterator[tuple[AnyPick, list[int]]]:
    """Yield each pick of a seat in order, with the deal indexes of the packet it was made from (DRAFT-05)."""
    taken = {(pick.round, pick.number, pick.seat): pick.card for pick in picks}
    for round_number, number, own in sorted((pick.round, pick.number, pick) for pick in picks if pick.seat == seat):
        first, step = setup.first_holder(seat, round_number, number), setup.direction(round_number).step
        gone = {
            taken[round_number, before, (first + step * (before - 1)) % setup.players] for before in range(1, number)
        }
        yield own, [index for index in setup.packet_in_deal(round_number, first) if deal[index] not in gone]


@dataclass(frozen=True, slots=True)
class State(ABC):
    """A draft at one moment, secrets included; `view` returns what a seat may know.

    `deal` is the order of all cards, `hands` are the cards kept by each seat, `count` is the number of answers so far.
    """

    setup: Setup
    deal: PacketCards
    hands: tuple[PacketCards, ...]
    count: int

    @property
    @abstractmethod
    def is_over(self) -> bool:
        """Return whether all answers have been given."""

    @property
    @abstractmethod
    def clock_step(self) -> int:
        """Return a number that grows with each new question to the table, at which the clock starts again."""

    @property
    @abstractmethod
    def round(self) -> int:
        """Return the round of the slowest seat; the last round when the draft is over."""

    @property
    @abstractmethod
    def pick_number(self) -> int:
        """Return the slowest seat’s pick number in its round."""

    @abstractmethod
    def next_pick(self, seat: int) -> tuple[int, int]:
        """Return round and number of a seat’s next answer."""

    @abstractmethod
    def awaits(self, seat: int) -> bool:
        """Return whether a seat must answer now."""

    @property
    def discards(self) -> PacketCards:
        """Return the cards that were seen but that nobody keeps."""
        return ()

    @property
    def undealt_cards(self) -> PacketCards:
        """Return the cards that are never dealt."""
        return ()

    @property
    def awaited_seats(self) -> tuple[int, ...]:
        return tuple(seat for seat in range(self.setup.players) if self.awaits(seat))

    @abstractmethod
    def choices(self, seat: int) -> PacketCards:
        """Return what a seat may answer now; empty while it waits."""

    def cards_of_answer(self, answer: str) -> PacketCards:
        """Return the cards that one of the present choices brings or promises; “” for a card its seat hasn’t seen."""
        return (answer,)

    def takes_visible_to(self, seats: Collection[int]) -> tuple[TurnTake, ...]:
        """Return the takes turn by turn, with cards that everyone or one of these seats may know; empty for packets."""
        return ()

    def clock_fraction(self, seat: int) -> tuple[int, int]:
        """Return the share of the answering time that a seat gets now, as a part and the whole."""
        return 1, 1

    @abstractmethod
    def picked_card(self, seat: int, place: tuple[int, int]) -> str:
        """Return what a seat answered at this round and number; empty if it hasn’t answered."""

    @abstractmethod
    def after(self, pick: DraftPick) -> "State":
        """Return the state after one answer; raises one of the errors above."""

    @abstractmethod
    def after_exchange(self, pick: DraftPick) -> "State":
        """Return the state with a seat’s last answer replaced; raises `AlreadyPicked` if that answer is final."""

    @abstractmethod
    def public(self) -> PublicDraftState:
        """Return what everyone may know."""

    @abstractmethod
    def view(self, seat: int, public_state: PublicDraftState | None = None) -> SeatDraftState:
        """Return what a seat may know; raises `NoSuchSeat`. Pass `public_state` if you have it already."""
