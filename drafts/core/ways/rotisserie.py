"""All cards open (DRAFT-29): seats take any card in turn, there and back again, until everyone has enough."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from drafts.core.engine.play import require_whole_deal
from drafts.core.engine.setup import Setup
from drafts.core.engine.state import PacketCards, TurnTake
from drafts.core.ways.turns import TurnState, add_to_hand


@dataclass(frozen=True, slots=True)
class RotisserieState(TurnState):
    """All cards lie open; the cards in `open_cards` haven’t been taken."""

    open_cards: PacketCards

    @classmethod
    def begin(cls, setup: Setup, deal: Sequence[str]) -> "RotisserieState":
        cards = require_whole_deal(setup, deal)
        # Sorted, because the order of the deal means nothing, and no one needs to see it.
        return cls(setup, cards, ((),) * setup.players, 0, (), (), tuple(sorted(cards)))

    @property
    def is_over(self) -> bool:
        return self.count == self.setup.players * self.total_rounds

    @property
    def seat_to_move(self) -> int:
        lap, index = divmod(self.count, self.setup.players)
        return self.setup.players - 1 - index if lap % 2 else index

    @property
    def offers(self) -> PacketCards:
        return self.open_cards

    @property
    def piles(self) -> tuple[PacketCards, ...]:
        return (self.open_cards,)

    @property
    def discards(self) -> PacketCards:
        return self.open_cards if self.is_over else ()

    @property
    def total_rounds(self) -> int:
        return self.setup.figures.kept

    @property
    def answers_per_round(self) -> int:
        return self.setup.players

    def round_and_number_of_turn(self, turn: int) -> tuple[int, int]:
        lap, index = divmod(turn, self.setup.players)
        return lap + 1, index + 1

    def after_answer(self, seat: int, answer: str) -> "RotisserieState":
        return replace(
            self,
            hands=add_to_hand(self.hands, seat, (answer,)),
            count=self.count + 1,
            takes=(*self.takes, TurnTake(seat, (answer,))),
            answers=(*self.answers, answer),
            open_cards=tuple(card for card in self.open_cards if card != answer),
        )
