"""Open piles (DRAFT-30): four piles grow by a card each after every turn; a seat takes all cards of a pile."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from drafts.core.engine.play import require_whole_deal
from drafts.core.engine.setup import Setup
from drafts.core.engine.sharing import OPEN_PILES
from drafts.core.engine.state import PacketCards, TurnTake
from drafts.core.ways.turns import TurnState, add_to_hand, next_seat_to_take


@dataclass(frozen=True, slots=True)
class WinchesterState(TurnState):
    """Open piles, and the cards of the order from `dealt` on, which no one has seen; `mover` is the seat to move."""

    open_piles: tuple[PacketCards, ...]
    dealt: int
    mover: int

    @classmethod
    def begin(cls, setup: Setup, deal: Sequence[str]) -> "WinchesterState":
        cards = require_whole_deal(setup, deal)
        piles = tuple((card,) for card in cards[:OPEN_PILES])
        return cls(setup, cards, ((),) * setup.players, 0, (), (), piles, OPEN_PILES, 0)

    @property
    def is_over(self) -> bool:
        return not any(self.open_piles)

    @property
    def seat_to_move(self) -> int:
        return self.mover

    @property
    def offers(self) -> PacketCards:
        piles = enumerate(self.open_piles, start=1)
        return tuple(f"take {self.count + 1}.{number}" for number, pile in piles if pile)

    @property
    def piles(self) -> tuple[PacketCards, ...]:
        return self.open_piles

    @property
    def total_rounds(self) -> int:
        """Return roughly how many turns there will be: until all cards are dealt, then one for each pile."""
        to_come = -(-(len(self.deal) - self.dealt) // OPEN_PILES)
        piles = OPEN_PILES if to_come else sum(bool(pile) for pile in self.open_piles)
        return self.count + to_come + piles

    def round_and_number_of_turn(self, turn: int) -> tuple[int, int]:
        return turn + 1, 1

    def cards_of_answer(self, answer: str) -> PacketCards:
        pile = self.open_piles[int(answer.rpartition(".")[2]) - 1]
        return pile[: self.max_cards_for(self.mover)]

    def after_answer(self, seat: int, answer: str) -> "WinchesterState":
        number, cards = int(answer.rpartition(".")[2]) - 1, self.cards_of_answer(answer)
        new = self.deal[self.dealt : self.dealt + OPEN_PILES]
        piles = [pile[len(cards) :] if index == number else pile for index, pile in enumerate(self.open_piles)]
        hands = add_to_hand(self.hands, seat, cards)
        return replace(
            self,
            hands=hands,
            count=self.count + 1,
            takes=(*self.takes, TurnTake(seat, cards, number + 1)),
            answers=(*self.answers, answer),
            open_piles=tuple(pile + new[index : index + 1] for index, pile in enumerate(piles)),
            dealt=self.dealt + len(new),
            mover=next_seat_to_take(len(self.deal), hands, seat),
        )
