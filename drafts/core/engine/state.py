"""State of a draft in any way of sharing the cards: what services, sockets and pages may ask of it.

A state is derived from the set-up, the order of the cards and the answers so far, and is never stored. Packets are
passed in `drafts.core.engine.play`, all other ways are in `drafts.core.ways`.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection
from dataclasses import dataclass

from drafts.core.engine.setup import Setup
from drafts.core.engine.view import PublicDraftState, SeatDraftState, Take

PacketCards = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DraftPick:
    """An answer: which card a seat keeps at the place that round and number name.

    In ways in which an answer isn’t a card, `card` names the place instead, such as “take 7.2”, so that no two answers
    of a draft are the same.
    """

    seat: int
    round: int
    number: int
    card: str


@dataclass(frozen=True, slots=True)
class State(ABC):
    """A draft at one moment, secrets included; `view` returns what a seat may know.

    `deal` is the order of all cards, `hands` are the cards kept by each seat, `count` is the number of answers.
    """

    setup: Setup
    deal: PacketCards
    hands: tuple[PacketCards, ...]
    count: int

    @property
    @abstractmethod
    def is_over(self) -> bool:
        """Return whether everything has been answered."""

    @property
    @abstractmethod
    def stage(self) -> int:
        """Return a number that grows when a new question lies before the table; then the clock starts again."""

    @property
    @abstractmethod
    def round(self) -> int:
        """Return the round of the slowest seat; the last round when the draft is over."""

    @property
    @abstractmethod
    def number(self) -> int:
        """Return the number of the slowest seat in its round."""

    @abstractmethod
    def next_place(self, seat: int) -> tuple[int, int]:
        """Return round and number of a seat’s next answer."""

    @abstractmethod
    def awaits(self, seat: int) -> bool:
        """Return whether a seat must answer now."""

    @property
    def discards(self) -> PacketCards:
        """Return the cards that were seen and that nobody keeps."""
        return ()

    @property
    def leftover(self) -> PacketCards:
        """Return the cards that are never dealt."""
        return ()

    @property
    def awaited_seats(self) -> tuple[int, ...]:
        return tuple(seat for seat in range(self.setup.players) if self.awaits(seat))

    @abstractmethod
    def choices(self, seat: int) -> PacketCards:
        """Return what a seat may answer now; empty while it waits."""

    def cards_of(self, answer: str) -> PacketCards:
        """Return the cards that one of the present choices brings or promises; “” for one its seat hasn’t seen."""
        return (answer,)

    def takes_for(self, seats: Collection[int]) -> tuple[Take, ...]:
        """Return what was taken turn by turn, naming what everyone or one of these seats may know; none of packets."""
        return ()

    def time_share(self, seat: int) -> tuple[int, int]:
        """Return how much of the time for an answer a seat has now: a part, and the whole."""
        return 1, 1

    @abstractmethod
    def picked_card(self, seat: int, place: tuple[int, int]) -> str:
        """Return what a seat answered at that round and number; empty if it hasn’t yet."""

    @abstractmethod
    def after(self, pick: DraftPick) -> "State":
        """Return the state after one answer; raises an error of `drafts.core.engine.errors`."""

    @abstractmethod
    def exchanged(self, pick: DraftPick) -> "State":
        """Return the state with another answer at a seat’s last place; raises `AlreadyPicked` if it stands."""

    @abstractmethod
    def public(self) -> PublicDraftState:
        """Return what everyone may know."""

    @abstractmethod
    def view(self, seat: int, table: PublicDraftState | None = None) -> SeatDraftState:
        """Return what a seat may know; raises `NoSuchSeat`. Pass `table`, the public part, if you have it already."""
