"""What the public and one seat may know of a draft, copied field by field, so that nothing slips in (DRAFT-18)."""

from dataclasses import dataclass

from drafts.core.engine.setup import PassDirection, PassingMode


@dataclass(frozen=True, slots=True)
class Take:
    """What a seat took in one turn: `cards`, and `hidden` others that the reader may not see.

    `pile` is its number, 0 if the cards come from none. A seat that left a pile took nothing.
    """

    seat: int
    cards: tuple[str, ...]
    pile: int = 0
    hidden: int = 0


@dataclass(frozen=True, slots=True)
class PublicDraftState:
    """What everyone may know of a draft, spectators included: no card, unless cards lie open for all.

    By seat: `sizes` are the cards in its packet (0 once it has picked), `waiting` the packets in front of it, `kept`
    the cards it keeps, `places` round and number of its next pick. `round` and `number` are those of the slowest seat;
    `of` is the number of picks in this round. `piles` are the cards that lie there for everyone (“” for a hidden one),
    `takes` what was taken of them so far, and `answers` by which words; all empty where packets are passed. `most` is
    how many cards the seat to move may take at once.
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
    takes: tuple[Take, ...] = ()
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
    """What one seat may know: the public part, its packet (the cards or answers to choose from; empty while
    it waits), and its own picks (`pool`). `piles` are hidden piles with the cards it has looked at, “” for the others.

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
